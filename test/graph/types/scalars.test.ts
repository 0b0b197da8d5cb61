/* Which texts are dates, and how instants are formatted, as a string and as bytes of a response. */

import fc from 'fast-check';
import { DateScalar } from '../../../src/graph/types/scalars.js';
import { rfc3339, writeRfc3339 } from '../../../src/primitives/calendar.js';
import { JsonWriter } from '../../../src/primitives/json-writer.js';

test('a date is accepted if the calendar has it, in any year', () => {
  const [year, month, day] = [fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 })];
  fc.assert(
    fc.property(
      fc.oneof(year, fc.constantFrom(0, 4, 100, 400, 1900, 2000)),
      month,
      fc.oneof(day, fc.constantFrom(28, 29, 30, 31)),
      (y, m, d) => {
        const text = `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
        const date = new Date(`${text}T00:00:00Z`);
        const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
        if (exists) expect(DateScalar.parseValue(text)).toBe(text);
        else expect(() => DateScalar.parseValue(text)).toThrow('Expected a calendar date, YYYY-MM-DD.');
      },
    ),
    { numRuns: 200 },
  );
});

test.each(['2026-11-22T00:00:00Z', '2026-1-2', ' 2026-11-22', '2026-11-22\n', '', 20261122])('the value %j is not a date', (value) => {
  expect(() => DateScalar.parseValue(value)).toThrow('Expected a calendar date, YYYY-MM-DD.');
});

const written = (date: Date): unknown => {
  const out = new JsonWriter();
  return writeRfc3339(Math.floor(date.getTime() / 1000), out) && JSON.parse(out.bytes().toString());
};

test('an instant is formatted and written as `toISOString` does, without milliseconds', () => {
  const instant = fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
  fc.assert(
    fc.property(instant, (date) => {
      const expected = date.toISOString().replace(/\.\d{3}Z$/, 'Z');
      expect(rfc3339(date)).toBe(expected);
      expect(written(date)).toBe(date.getUTCFullYear() >= 1000 && expected);
    }),
    { numRuns: 200 },
  );
});

test('an invalid date is an error, and is not written', () => {
  expect(() => rfc3339(new Date(NaN))).toThrow();
  expect(written(new Date(NaN))).toBe(false);
});
