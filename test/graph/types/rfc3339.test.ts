import fc from 'fast-check';
import { rfc3339, writeRfc3339 } from '../../../src/graph/types/rfc3339.js';
import { JsonWriter } from '../../../src/primitives/json-writer.js';

const written = (date: Date): unknown => {
  const out = new JsonWriter();
  return writeRfc3339(date, out) && JSON.parse(out.toBuffer().toString());
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

test.each(['1582-10-15', '1900-02-28', '1970-01-01', '2000-02-29', '2024-02-29', '2024-12-31', '2026-03-01', '9999-12-31'])(
  '%s is itself',
  (day) => {
    expect(written(new Date(`${day}T23:59:59.999Z`))).toBe(`${day}T23:59:59Z`);
    expect(written(new Date(`${day}T00:00:00Z`))).toBe(`${day}T00:00:00Z`);
  },
);

test('an invalid date is an error, and is not written', () => {
  expect(() => rfc3339(new Date(NaN))).toThrow();
  expect(written(new Date(NaN))).toBe(false);
});
