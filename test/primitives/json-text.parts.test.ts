/* The number of values that a JSON text has, counted before it is parsed. */

import fc from 'fast-check';
import { countValues } from '../../src/primitives/json-text.js';

/** The number of values of parsed JSON. */
const valuesOf = (value: unknown): number =>
  1 + (typeof value === 'object' && value !== null ? Object.values(value).reduce<number>((sum, item) => sum + valuesOf(item), 0) : 0);
/** Characters of one to four bytes, those that JSON escapes, and those that separate values. The unit `binary` takes seconds to set up. */
const strings = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary-ascii' }),
  fc.string({ unit: fc.constantFrom('\\', '"', '{', '[', ',', ':', '}', ' ') }),
);
const json = fc.jsonValue({ stringUnit: 'grapheme' }).chain((value) => strings.map((text) => ({ [text]: [value, text, {}, []] })));

test('the values of a JSON text are counted as JSON.parse makes them, however it is spaced', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(countValues(Buffer.from(text))).toBe(valuesOf(JSON.parse(text)));
    }),
  );
});

test('every text that is short enough to be parsed without a count is within the limit', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value);
      expect(valuesOf(value)).toBeLessThanOrEqual(Math.floor((text.length + 1) / 2));
    }),
  );
});
