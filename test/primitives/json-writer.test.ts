/* The writer of responses: strings and scalars as JSON.stringify writes them, and bytes that are copied or taken back. */

import fc from 'fast-check';
import { JsonWriter } from '../../src/primitives/json-writer.js';
import { codePoint } from '../support/code-point.js';

/** Writes with a buffer that is too small for most texts. */
function written(write: (out: JsonWriter) => void): string {
  const out = new JsonWriter(4);
  write(out);
  return out.bytes().toString();
}

const anyText = fc.oneof(fc.string({ unit: codePoint }), fc.string({ unit: codePoint, minLength: 257, maxLength: 300 }), fc.string());

test('a string is written as JSON.stringify writes it, lone surrogates and control characters included', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.constantFrom('\ud800', '\udc00x', '\u2028', '\x7f', '\0', '"', '\\', '😀')), (text) => {
      expect(written((out) => out.string(text))).toBe(JSON.stringify(text));
    }),
  );
});

test('a value of a scalar is written as JSON.stringify writes it', () => {
  const scalar = fc.oneof(fc.jsonValue(), fc.integer(), fc.nat(), fc.double(), fc.maxSafeInteger(), fc.boolean());
  const ends = fc.constantFrom(0, -0, 9, 10, 99, 100, 0x7fffffff, 0x80000000, -1, NaN, Infinity);
  fc.assert(
    fc.property(fc.oneof(scalar, ends), (value) => {
      expect(written((out) => out.scalar(value))).toBe(JSON.stringify(value));
    }),
  );
});

test('bytes that are copied follow the bytes that were written before', () => {
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      const expected = texts.map((text) => text.toWellFormed()).join('');
      const bytes = Buffer.from(`-${expected}-`);
      expect(written((out) => out.copy(bytes, 1, bytes.length - 1))).toBe(expected);
      expect(written((out) => (out.copy(bytes, 1, bytes.length), out.ascii('!')))).toBe(`${expected}-!`);
    }),
  );
});

test('bytes that were removed by `truncate` are overwritten by the next ones', () => {
  expect(
    written((out) => {
      out.ascii('first');
      const { length } = out;
      out.string('dropped');
      out.truncate(length);
      out.ascii('!');
    }),
  ).toBe('first!');
});
