import fc from 'fast-check';
import { jsonBytes } from '../../../src/endpoint/json/json-scan.js';
import { scanRecords } from '../../../src/endpoint/json/record-list.js';

const scan = (text: string) => scanRecords(jsonBytes(Buffer.from(text)), 0);

type Row = Record<string, unknown>;

/** What a record says of each of these members. */
const membersOf = (records: readonly { get(key: string): unknown }[], keys: readonly string[]) =>
  records.map((record) => Object.fromEntries(keys.map((key) => [key, record.get(key)])));
const named = (rows: readonly Row[], keys: readonly string[]) =>
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
/** Rows of the same members in the same order. */
const table = keys.chain((names) =>
  fc.record({
    names: fc.constant(names),
    rows: fc
      .array(fc.tuple(...names.map(() => cell)), { minLength: 1, maxLength: 6 })
      .map((rows) => rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])) as Row)),
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

test('rows that lack some members, or are written otherwise, read as JSON.parse reads them', () => {
  const ragged = fc.tuple(
    table,
    fc.array(fc.tuple(fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), fc.constantFrom(undefined, 1)), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
  );
  fc.assert(
    fc.property(ragged, ([{ names, rows }, ways, picks]) => {
      const written = rows.map((row, index) => {
        const [kept, indent] = ways[picks[index]! % ways.length]!;
        return JSON.stringify(Object.fromEntries(Object.entries(row).filter((_, member) => member === 0 || kept[member])), null, indent);
      });
      const json = `[${written.join(', ')}]`;
      const list = scan(`${json},"total":1}`)!;
      expect(membersOf(list.records, names)).toEqual(named(JSON.parse(json) as Row[], names));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['other members in a later row', '[{"a":1,"b":2},{"a":1},{"a":1,"b":2},{"c":3}]'],
  ['another order', '[{"a":1,"b":2},{"b":1,"a":2}]'],
  ['other blanks', '[{"a":1,"b":2},{"a":1, "b":2} , { "a" : 1 , "b" : 2 } ]'],
  ['a key written otherwise', '[{"a":1},{"\\u0061":1}]'],
])('%s is another layout', (_, json) => {
  expect(membersOf(scan(`${json} and a tail`)!.records, ['a', 'b', 'c'])).toEqual(named(JSON.parse(json) as Row[], ['a', 'b', 'c']));
});

const oneOfEach = (layouts: number) => JSON.stringify(Array.from({ length: layouts }, (_, index) => ({ [`m${index}`]: index })));

test.each([
  ['records in ever other layouts', oneOfEach(13)],
  ['a record without members', '[{"a":1},{}]'],
  ['no rows', '[]'],
  ['rows that are none', '[{"a":1},null]'],
  ['numbers', '[1,2]'],
])('a list of %s is left to JSON.parse', (_, json) => {
  expect(scan(`${json} and a tail long enough`)).toBeNull();
});

test('twelve layouts are as many as are learned', () => {
  expect(scan(`${oneOfEach(12)} and a tail`)!.records).toHaveLength(12);
});

test('of a member that is there twice the last one counts', () => {
  const list = scan('[{"a":1,"b":2,"a":3},{"a":4,"b":5,"a":6}],"total":2}');
  expect(membersOf(list!.records, ['a', 'b'])).toEqual([
    { a: 3, b: 2 },
    { a: 6, b: 5 },
  ]);
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

test('rows may be as many and as small as they like, however large the first one is', () => {
  const rows = [{ a: 'x'.repeat(5000), b: 0 }, ...Array.from({ length: 3000 }, (_, b) => ({ a: '', b }))];
  const list = scan(`${JSON.stringify(rows)},"total":1}`)!;
  expect(membersOf(list.records, ['a', 'b'])).toEqual(rows);
});

test('a list that ends too early is refused wherever that is', () => {
  const whole = '[{"first":1,"a long name":"é"},{"first":2,"a long name":"\\n"},{"first":3,"a long name":"c"}]';
  const bytes = Buffer.from(whole);
  for (let end = 0; end < bytes.length; end += 1) expect(scanRecords(jsonBytes(bytes.subarray(0, end)), 0)).toBeNull();
  expect(scanRecords(jsonBytes(bytes), 0)!.records).toHaveLength(3);
});

test('records with more members than any of the interface are left to JSON.parse', () => {
  const wide = (members: number) =>
    JSON.stringify([Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, index]))]);
  expect(scan(`${wide(500)} `)).not.toBeNull();
  expect(scan(`${wide(501)} `)).toBeNull();
});
