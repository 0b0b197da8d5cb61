import fc from 'fast-check';
import { jsonBytes } from '../../src/endpoint/json-scan.js';
import { scanRecords } from '../../src/endpoint/record-list.js';

const scan = (text: string) => scanRecords(jsonBytes(Buffer.from(text)), 0);

type Row = Record<string, unknown>;

/** What a record says of each of these members. */
const membersOf = (records: readonly { get(key: string): unknown }[], keys: readonly string[]) =>
  records.map((record) => Object.fromEntries(keys.map((key) => [key, record.get(key)])));
const named = (rows: readonly Row[], keys: readonly string[]) => rows.map((row) => Object.fromEntries(keys.map((key) => [key, Object.hasOwn(row, key) ? row[key] : undefined])));

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom('a', '"', '\\', 'é', '中', '😀', '\n', '\u0001', '}', ',', ':', '{') }), fc.lorem({ maxCount: 4 }));
const scalar = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger(), fc.constantFrom(null, true, false, '', 0, -0, 1e21, 999_999_999_999_999));
const cell = fc.oneof({ weight: 6, arbitrary: scalar }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
const keys = fc.uniqueArray(fc.oneof(fc.stringMatching(/^[a-z_]{1,12}$/), text.filter((key) => key !== '__proto__')), { minLength: 1, maxLength: 8 });
/** Rows of the same members in the same order. */
const table = keys.chain((names) =>
  fc.record({
    names: fc.constant(names),
    rows: fc.array(fc.tuple(...names.map(() => cell)), { minLength: 1, maxLength: 6 }).map((rows) => rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])) as Row)),
  }),
);

test('rows with the same members read as JSON.parse reads them', () => {
  fc.assert(
    fc.property(table, fc.constantFrom(undefined, 1), ({ names, rows }, indent) => {
      const json = JSON.stringify(rows, null, indent);
      const list = scan(`${json},"total":1}`);
      expect(list).not.toBeNull();
      expect(list!.end).toBe(Buffer.byteLength(json));
      expect(membersOf(list!.records, [...names, 'absent'])).toEqual(named(JSON.parse(json) as Row[], [...names, 'absent']));
    }),
    { numRuns: 2000 },
  );
});

test('a damaged list is refused, or reads as JSON.parse reads it', () => {
  const damage = fc.tuple(fc.nat(), fc.constantFrom('', '"', '\\', '{', '}', '[', ']', ',', ':', '0', '-', '.', 'null', '{},', ',{"a":1}', '"a":1,', '\u0000', ' ', 'é', '"a":"'));
  fc.assert(
    fc.property(table, damage, fc.boolean(), ({ names, rows }, [at, what], replaces) => {
      const json = JSON.stringify(rows);
      const place = 1 + (at % (json.length - 1));
      const damaged = (json.slice(0, place) + what + json.slice(place + Number(replaces))).toWellFormed();
      const list = scan(`${damaged},"total":1}`);
      if (list === null) return;
      const upTo = Buffer.from(`${damaged},"total":1}`).toString('utf8', 0, list.end);
      expect(membersOf(list.records, [...names, 'a'])).toEqual(named(JSON.parse(upTo) as Row[], [...names, 'a']));
    }),
    { numRuns: 10_000 },
  );
});

test.each([
  ['other members in a later row', '[{"a":1,"b":2},{"a":1}]'],
  ['more members in a later row', '[{"a":1},{"a":1,"b":2}]'],
  ['another order', '[{"a":1,"b":2},{"b":1,"a":2}]'],
  ['another first member', '[{"a":1},{"b":1}]'],
  ['other blanks', '[{"a":1,"b":2},{"a":1, "b":2}]'],
  ['no members', '[{}]'],
  ['no rows', '[]'],
  ['rows that are none', '[{"a":1},null]'],
  ['numbers', '[1,2]'],
  ['a key written otherwise', '[{"a":1},{"a":1},{"\\u0061":1}]'],
])('a list with %s is left to JSON.parse', (_, json) => {
  expect(scan(`${json} and a tail long enough`)).toBeNull();
});

test('of a member that is there twice the last one counts', () => {
  const list = scan('[{"a":1,"b":2,"a":3},{"a":4,"b":5,"a":6}],"total":2}');
  expect(membersOf(list!.records, ['a', 'b'])).toEqual([{ a: 3, b: 2 }, { a: 6, b: 5 }]);
});

test('bytes that are no UTF-8 read as they would in the whole', () => {
  const bytes = Buffer.concat([Buffer.from('[{"a":"x'), Buffer.from([0xff, 0xc3]), Buffer.from('"}],"total":1}')]);
  expect(scanRecords(jsonBytes(bytes), 0)!.records[0]!.get('a')).toBe('x\ufffd\ufffd');
});

test('an answer that was let go of is not read as something else', () => {
  const list = scan('[{"a":1},{"a":2}],"total":2}')!;
  expect(list.records[1]!.get('a')).toBe(2);
  list.release();
  expect(() => list.records[0]!.get('a')).toThrow('The answer was let go of: its records are read while the operation lasts.');
});
