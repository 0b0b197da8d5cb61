/*
 * JSON of replies, from bytes to values. What is JSON, and its values: json-scan.test.ts for texts that are scanned, and
 * primitives/json-text.test.ts for all others.
 */

import { parseJsonText } from '../../src/json/json.js';
import { parsedJson } from './parsed-json.js';

test('a byte order mark is skipped, and bytes that are not UTF-8 become replacement characters, not Latin-1 characters', () => {
  const bytes = Buffer.concat([Buffer.from('\ufeff{"é":"'), Buffer.from([0xe9, 0xff]), Buffer.from('"}')]);
  expect(parsedJson(bytes)).toEqual({ value: { é: '\ufffd\ufffd' } });
});

test('a text of at most 500,000 values, or one for each 32 bytes, is parsed', () => {
  const list = (count: number, pad = '') => `[${`{}${pad},`.repeat(count - 2)}{}]`;
  const isParsed = (text: string) => parsedJson(Buffer.from(text)) !== null;
  expect([500_000, 500_001].map((count) => isParsed(list(count)))).toEqual([true, false]);
  expect(isParsed(list(600_000, ' '.repeat(30)))).toBe(true);
  expect([499_000, 500_001].map((count) => isParsed(`{"data":[{"a":${list(count)}}]}`))).toEqual([true, false]);
  expect([500_000, 500_001].map((count) => parseJsonText(list(count)) !== undefined)).toEqual([true, false]);
});
