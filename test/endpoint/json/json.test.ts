import fc from 'fast-check';
import { parseJson } from '../../../src/endpoint/json/json.js';
import { Source } from '../../../src/endpoint/source.js';

/** A JSON text read the way the endpoints read one. */
function read(bytes: Buffer): unknown {
  const { value, latin } = parseJson(bytes)!;
  return new Source('/test', latin).json(value);
}

/** Objects without a prototype equal those with one here. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const escapedText = (json: string) => json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const someEscaped = (json: string, which: readonly boolean[]) => {
  let index = 0;
  return json.replace(/[\u0080-\uffff]/g, (unit) => (which[index++ % which.length] ? escapedText(unit) : unit)).toWellFormed();
};

const value = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 3 });
const beyondAscii = fc.string({
  unit: fc.constantFrom('é', 'ÿ', '\u0080', '\u00a0', '中', '😀', '\u2028', 'a', '\\', '"', '/', '\ufeff', 'Ã', '©'),
});

test('any JSON in raw UTF-8 reads as JSON.parse reads it', () => {
  fc.assert(
    fc.property(value, (given) => {
      const text = JSON.stringify(given);
      expect(plain(read(Buffer.from(text)))).toEqual(JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test('any JSON in \\u escapes reads the same', () => {
  fc.assert(
    fc.property(value, (given) => {
      const text = escapedText(JSON.stringify(given));
      expect(plain(read(Buffer.from(text)))).toEqual(JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test('raw and escaped characters side by side read the same, in keys and in values', () => {
  fc.assert(
    fc.property(fc.dictionary(beyondAscii, fc.array(beyondAscii)), fc.array(fc.boolean(), { minLength: 1 }), (given, which) => {
      const text = someEscaped(JSON.stringify(given), which);
      expect(plain(read(Buffer.from(text)))).toEqual(JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test('a byte order mark in front changes nothing', () => {
  fc.assert(
    fc.property(value, (given) => {
      const text = JSON.stringify(given);
      expect(plain(read(Buffer.from(`\ufeff${text}`)))).toEqual(JSON.parse(text));
    }),
  );
});

test('bytes that are no UTF-8 read as a decoder reads them: replaced, never as Latin-1', () => {
  const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe9, 0xff]), Buffer.from('"}')]);
  expect(plain(read(bytes))).toEqual({ a: '\ufffd\ufffd' });
});

test('whether a text is JSON is the same in bytes and in text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
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
        expect(parseJson(bytes) !== null).toBe(expected);
      },
    ),
  );
});

test.each([
  ['ASCII', '{"a":"b"}', false],
  ['raw characters beyond ASCII', '{"a":"é"}', true],
  ['\\u escapes', '{"a":"\\u00e9"}', false],
  ['both', '{"a":"é\\u00e9"}', false],
])('%s: texts are decoded on reading only where nothing is lost by it', (_law, text, latin) => {
  expect(parseJson(Buffer.from(text))!.latin).toBe(latin);
});

test('a key that could reach a prototype stays a key', () => {
  const given = read(Buffer.from('{"__proto__":{"a":1},"constructor":2}')) as Record<string, unknown>;
  expect(Object.keys(given)).toEqual(['__proto__', 'constructor']);
  expect(given['a']).toBeUndefined();
});
