/* JSON of replies, from bytes to values, compared with JSON.parse. */

import fc from 'fast-check';
import { JsonBody, parseJsonText } from '../../src/json/json.js';
import { ReplyPosition } from '../../src/records/reply.js';
import { codePoint } from '../support/code-point.js';
import { parsedJson } from './parsed-json.js';

/** A JSON text, decoded as the endpoints decode it. */
function read(bytes: Buffer): unknown {
  return new ReplyPosition('/test').json(parsedJson(bytes)!.value);
}

/** What a text of JSON.stringify is decoded to: digits for integers that are not exact in a double, and U+FFFD for halves of characters. */
const meant = (text: string): unknown => meantBy(JSON.parse(text));
function meantBy(item: unknown): unknown {
  if (typeof item === 'number') return Math.abs(item) > 2 ** 53 ? JSON.stringify(item) : item;
  if (typeof item === 'string') return item.toWellFormed();
  if (typeof item !== 'object' || item === null) return item;
  if (Array.isArray(item)) return item.map(meantBy);
  return Object.fromEntries(Object.entries(item).map(([key, member]) => [key.toWellFormed(), meantBy(member)]));
}

/** A copy of a value, with ordinary objects, for comparisons. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A text some of whose characters beyond ASCII are \\u escapes. */
const someEscaped = (json: string, which: readonly boolean[]) => {
  let index = 0;
  return json
    .replace(/[\u0080-\uffff]/g, (unit) =>
      which[index++ % which.length] ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit,
    )
    .toWellFormed();
};

const beyondAscii = fc.string({
  unit: fc.constantFrom('é', 'ÿ', '\u0080', '\u00a0', '中', '😀', '\u2028', 'a', '\\', '"', '/', '\ufeff', 'Ã', '©'),
});
const value = fc.oneof(fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 3 }), fc.dictionary(beyondAscii, fc.array(beyondAscii)));
/** All characters raw, all as escapes, or some of each. */
const escaped = fc.oneof(fc.constantFrom([false], [true]), fc.array(fc.boolean(), { minLength: 1 }));

test('JSON with raw and escaped characters, in keys and in values, is decoded to what it states, after a byte order mark too', () => {
  fc.assert(
    fc.property(value, escaped, fc.constantFrom('', '\ufeff'), (content, which, mark) => {
      const text = someEscaped(JSON.stringify(content), which);
      expect(plain(read(Buffer.from(mark + text)))).toEqual(meant(text));
    }),
    { numRuns: 400 },
  );
});

test('bytes that are not UTF-8 become replacement characters, not Latin-1 characters', () => {
  const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe9, 0xff]), Buffer.from('"}')]);
  expect(plain(read(bytes))).toEqual({ a: '\ufffd\ufffd' });
});

test('a body is invalid exactly if JSON.parse throws for its text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: codePoint }),
        fc.json().map((text) => text.slice(1)),
      ),
      (text) => {
        const bytes = Buffer.from(text);
        const body = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
        let expected = true;
        try {
          JSON.parse(body.toString());
        } catch {
          expected = false;
        }
        expect(parsedJson(bytes) !== null).toBe(expected);
      },
    ),
  );
});

test('a parsed body is released immediately, a scanned one when its operation ends', () => {
  const parsed = new JsonBody(Buffer.from('{"code":1}'));
  parsedJson(parsed);
  expect(() => parsed.bytes).toThrow('released');
  const scanned = new JsonBody(Buffer.from(JSON.stringify({ code: 1, data: Array.from({ length: 500 }, (_, id) => ({ id, name: 'A' })) })));
  parsedJson(scanned);
  expect(scanned.bytes.length).toBeGreaterThan(4096);
});

test('a text of at most 500,000 values, or one for each 32 bytes, is parsed', () => {
  const list = (count: number, pad = '') => `[${`{}${pad},`.repeat(count - 2)}{}]`;
  const isParsed = (text: string) => parsedJson(Buffer.from(text)) !== null;
  expect([500_000, 500_001].map((count) => isParsed(list(count)))).toEqual([true, false]);
  expect(isParsed(list(600_000, ' '.repeat(30)))).toBe(true);
  expect([499_000, 500_001].map((count) => isParsed(`{"data":[{"a":${list(count)}}]}`))).toEqual([true, false]);
  expect([500_000, 500_001].map((count) => parseJsonText(list(count)) !== undefined)).toEqual([true, false]);
});
