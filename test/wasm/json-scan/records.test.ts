/* Lists of records: what is scanned has the values that it has without the scan. */

import fc from 'fast-check';
import { JsonBody } from '../../../src/json/json-scan.js';
import { scanObject, type ScannedRecord } from '../../../src/json/json-scan.js';
import { parseExactly } from '../../../src/primitives/json.js';

/** The records of a list that is the only member of an object. null if the scan leaves it to JSON.parse */
const scanBytes = (list: Buffer) => {
  const object = scanObject(new JsonBody(Buffer.concat([Buffer.from('{"list":'), list, Buffer.from('}')])));
  return object && (object as { list: ScannedRecord[] }).list;
};
const scan = (text: string) => scanBytes(Buffer.from(text));

type Row = Record<string, unknown>;

/** The values of these members in each scanned record. */
const membersOf = (records: readonly { get(key: string): unknown }[], keys: readonly string[]) =>
  records.map((record) => Object.fromEntries(keys.map((key) => [key, record.get(key)])));
/** The values of these members in each parsed row. */
const expectedMembers = (rows: readonly Row[], keys: readonly string[]) =>
  rows.map((row) => Object.fromEntries(keys.map((key) => [key, Object.hasOwn(row, key) ? row[key] : undefined])));

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', '"', '\\', 'é', '中', '😀', '\n', '\u0001', '}', ',', ':', '{') }),
  fc.lorem({ maxCount: 4 }),
);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.constantFrom(null, true, false, '', 0, -0, 1e21, 999_999_999_999_999),
);
const cell = fc.oneof({ weight: 6, arbitrary: scalar }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
const keys = fc.uniqueArray(
  fc.oneof(
    fc.stringMatching(/^[a-z_]{1,12}$/),
    text.filter((key) => key !== '__proto__'),
  ),
  { minLength: 1, maxLength: 8 },
);
/** Rows that have the same members in the same order. */
const table = keys.chain((names) =>
  fc.record({
    names: fc.constant(names),
    rows: fc
      .array(fc.tuple(...names.map(() => cell)), { minLength: 1, maxLength: 6 })
      .map((rows) => rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])) as Row)),
  }),
);

test('rows of one layout are decoded as they are without the scan', () => {
  fc.assert(
    fc.property(table, fc.constantFrom(undefined, 1), ({ names, rows }, indent) => {
      const json = JSON.stringify(rows, null, indent);
      expect(membersOf(scan(json)!, [...names, 'absent'])).toEqual(
        expectedMembers(parseExactly(Buffer.from(json)) as Row[], [...names, 'absent']),
      );
    }),
    { numRuns: 200 },
  );
});

test('a damaged list is left to JSON.parse, or decoded as it is without the scan', () => {
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
      'null',
      '{},',
      ',{"a":1}',
      '"a":1,',
      '\u0000',
      ' ',
      'é',
      '"a":"',
    ),
  );
  fc.assert(
    fc.property(table, damage, fc.boolean(), ({ names, rows }, [position, inserted], replaces) => {
      const json = JSON.stringify(rows);
      const at = 1 + (position % (json.length - 1));
      const damaged = (json.slice(0, at) + inserted + json.slice(at + Number(replaces))).toWellFormed();
      const records = scan(damaged);
      if (records === null) return;
      const { list } = parseExactly(Buffer.from(`{"list":${damaged}}`)) as { list: Row[] };
      expect(membersOf(records, [...names, 'a'])).toEqual(expectedMembers(list, [...names, 'a']));
    }),
    { numRuns: 800 },
  );
});

test('rows of several layouts are decoded as they are without the scan', () => {
  const ragged = fc.tuple(
    table,
    fc.array(fc.tuple(fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), fc.constantFrom(undefined, 1)), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
  );
  fc.assert(
    fc.property(ragged, ([{ names, rows }, layouts, picks]) => {
      const texts = rows.map((row, index) => {
        const [included, indent] = layouts[picks[index]! % layouts.length]!;
        return JSON.stringify(
          Object.fromEntries(Object.entries(row).filter((_, member) => member === 0 || included[member])),
          null,
          indent,
        );
      });
      const json = `[${texts.join(', ')}]`;
      expect(membersOf(scan(json)!, names)).toEqual(expectedMembers(parseExactly(Buffer.from(json)) as Row[], names));
    }),
    { numRuns: 200 },
  );
});

const oneOfEach = (layouts: number) => JSON.stringify(Array.from({ length: layouts }, (_, index) => ({ [`m${index}`]: index })));

test.each([
  ['records in 13 layouts', oneOfEach(13)],
  ['a record without members', '[{"a":1},{}]'],
  ['no records', '[]'],
  ['records and null', '[{"a":1},null]'],
  ['numbers', '[1,2]'],
])('a list of %s is left to JSON.parse', (_, json) => {
  expect(scan(json)).toBeNull();
});

test('records of up to 12 layouts are scanned', () => {
  expect(scan(oneOfEach(12))).toHaveLength(12);
});

test('of a member that occurs twice, the last value counts', () => {
  const records = scan('[{"a":1,"b":2,"a":3},{"a":4,"b":5,"a":6}]')!;
  expect(membersOf(records, ['a', 'b'])).toEqual([
    { a: 3, b: 2 },
    { a: 6, b: 5 },
  ]);
});

test('a list is scanned although thousands of small records follow a large first one', () => {
  const rows = [{ a: 'x'.repeat(5000), b: 0 }, ...Array.from({ length: 3000 }, (_, b) => ({ a: '', b }))];
  expect(membersOf(scan(JSON.stringify(rows))!, ['a', 'b'])).toEqual(rows);
});

test('a list whose records have more than 500 members is left to JSON.parse', () => {
  const wide = (members: number) =>
    JSON.stringify([Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, index]))]);
  expect(scan(wide(500))).not.toBeNull();
  expect(scan(wide(501))).toBeNull();
});

test('nothing of an earlier text is read, whatever its length', () => {
  const long = JSON.stringify(Array.from({ length: 2000 }, (_, a) => ({ a, b: 'x'.repeat(a % 50) })));
  fc.assert(
    fc.property(table, fc.nat(), ({ names, rows }, cut) => {
      expect(scan(long)).toHaveLength(2000);
      const json = JSON.stringify(rows);
      expect(scan(json.slice(0, cut % json.length))).toBeNull();
      expect(membersOf(scan(json)!, names)).toEqual(expectedMembers(parseExactly(Buffer.from(json)) as Row[], names));
    }),
    { numRuns: 200 },
  );
});

test('random bytes are left to JSON.parse, or decoded as they are without the scan', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 80 }),
    fc
      .array(fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\\\', '\\u', '0', '\\n', ' ', '1', 'a'), { maxLength: 40 })
      .map((parts) => Buffer.from(parts.join(''))),
  );
  fc.assert(
    fc.property(bytes, (value) => {
      const list = Buffer.concat([Buffer.from('[{"a":"'), value, Buffer.from('"}]')]);
      const records = scanBytes(list);
      if (records === null) return;
      expect(membersOf(records, ['a'])).toEqual(expectedMembers(parseExactly(list) as Row[], ['a']));
    }),
    { numRuns: 400 },
  );
});

test('a text of 4 MB is scanned, a longer one is left to JSON.parse', () => {
  const list = (length: number) => `[{"a":"${'x'.repeat(length - '{"list":[{"a":""}]}'.length)}"}]`;
  const limit = 4 * 1024 * 1024;
  expect(scan(list(limit))).toHaveLength(1);
  expect(scan(list(limit + 1))).toBeNull();
});
