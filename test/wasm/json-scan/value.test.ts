/* Which texts are accepted: as JSON.parse decides. */

import fc from 'fast-check';
import { JsonBody } from '../../../src/json/json-scan.js';
import { scanObject } from '../../../src/json/json-scan.js';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Whether the scan accepts a text as the value of a member. */
const isAccepted = (text: string) => scanObject(new JsonBody(Buffer.from(`{"list":[{"value":${text}}]}`))) !== null;

const value = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 4 });
const jsonText = fc.tuple(value, fc.constantFrom(undefined, 1, '\t')).map(([content, indent]) => JSON.stringify(content, null, indent));

test('a text is accepted exactly if JSON.parse accepts it', () => {
  const damage = fc.tuple(
    fc.nat(),
    fc.constantFrom(
      '',
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '0',
      '-',
      '.',
      'e',
      't',
      '\u0000',
      '\n',
      '\u007f',
      'é',
      '\\u12',
      '\\x',
      ' ',
    ),
  );
  fc.assert(
    fc.property(jsonText, damage, fc.boolean(), (text, [position, inserted], replaces) => {
      const at = position % (text.length + 1);
      const damaged = (text.slice(0, at) + inserted + text.slice(at + Number(replaces))).trim().toWellFormed();
      expect(isAccepted(damaged)).toBe(isJson(`{"list":[{"value":${damaged}}]}`));
    }),
    { numRuns: 400 },
  );
});

test('a value nested deeper than 100 is left to JSON.parse', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(isAccepted(nested(100))).toBe(true);
  expect(isAccepted(nested(101))).toBe(false);
  expect(isAccepted(nested(100_000))).toBe(false);
});
