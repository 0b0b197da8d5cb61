import fc from 'fast-check';
import { endIn, endOfValue, invalid, jsonBytes } from '../../../src/endpoint/json/scan-value.js';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const endOf = (text: string) => endIn(endOfValue(jsonBytes(Buffer.from(text)), 0));

const value = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 4 });
const jsonText = fc.tuple(value, fc.constantFrom(undefined, 1, '\t')).map(([content, indent]) => JSON.stringify(content, null, indent));

test('the end of a value is found whatever follows it', () => {
  fc.assert(
    fc.property(jsonText, fc.constantFrom('', ',', ']', '}', ' ', ',"a":1', '\n'), (text, rest) => {
      expect(endOf(text + rest)).toBe(Buffer.byteLength(text));
    }),
    { numRuns: 1000 },
  );
});

test('a text has a valid end exactly if JSON.parse accepts it', () => {
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
      const isAccepted = endOf(damaged) === Buffer.byteLength(damaged);
      expect(isAccepted).toBe(isJson(damaged));
    }),
    { numRuns: 5000 },
  );
});

test.each([
  '',
  ' ',
  '-',
  '+1',
  '01',
  '-01',
  '00',
  '.5',
  '1.',
  '1.e1',
  '1e',
  '1e+',
  '0x1',
  '1_000',
  'NaN',
  '-Infinity',
  'tru',
  'nul',
  'falsey'.slice(0, 4),
  'True',
  '"',
  '"a',
  '"\\"',
  '"\\u00"',
  '"\\u00g0"',
  '"\\a"',
  '"\t"',
  '"a\nb"',
  '"\u0000"',
  '[',
  '[1',
  '[1,',
  '[1,]',
  '[,1]',
  '[1 2]',
  '{',
  '{"a"',
  '{"a":',
  '{"a":1',
  '{"a":1,',
  '{"a":1,}',
  '{a:1}',
  '{"a" 1}',
  '{"a":}',
  '{1:1}',
  '}',
  ']',
  "'a'",
  '/*a*/1',
])('%j is rejected', (text) => {
  expect(isJson(text)).toBe(false);
  expect(endOf(text) === Buffer.byteLength(text) && text !== '').toBe(false);
});

test.each([
  '0',
  '-0',
  '7',
  '10',
  '123456789012345678901234567890',
  '-1.5',
  '0.25',
  '1e9',
  '1E-9',
  '-2.5e+10',
  'true',
  'false',
  'null',
  '""',
  '"\u007f\u2028"',
  '"\\u00E9\\/\\b"',
  '[]',
  '{}',
  '[ ]',
  '{ }',
  '[[],{}]',
])('%s ends after its last byte', (text) => {
  expect(endOf(text)).toBe(Buffer.byteLength(text));
  expect(endOf(`${text} `)).toBe(Buffer.byteLength(text));
});

test('a value nested deeper than the stack allows is left to JSON.parse', () => {
  expect(endOf('['.repeat(100_000) + ']'.repeat(100_000))).toBe(invalid);
});
