/* The scanner in WebAssembly: which texts it reads and which it leaves to JSON.parse, with the same values as without it. */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { JsonBody, MemberName, scanObject, type ScannedRecord } from '../../src/json/json-scan.js';
import { entriesOf, isRecord } from '../../src/json/json.js';
import { parseExactly } from '../../src/primitives/json-text.js';
import { JsonWriter } from '../../src/primitives/json-writer.js';
import { times } from '../support/times.js';
import { parsedJson } from './parsed-json.js';

/** What is inserted in a text, and whether it replaces a character. */
type Damage = readonly [position: number, inserted: string, replaces: boolean];
const damage: fc.Arbitrary<Damage> = fc.tuple(
  fc.nat(),
  fc.constantFrom('', ...'"\\{}[],:0-.et \n\0\u007fé'.split(''), 'null', '\\u12', '\\x', '{},', ',{"a":1}', '"a":1,', '"a":"'),
  fc.boolean(),
);
const damaged = (text: string, [position, inserted, replaces]: Damage) => {
  const at = position % (text.length + 1);
  return (text.slice(0, at) + inserted + text.slice(at + Number(replaces))).trim().toWellFormed();
};

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Whether the scan accepts a text as the value of a member. */
const isAccepted = (text: string) => scanObject(new JsonBody(Buffer.from(`{"list":[{"value":${text}}]}`))) !== null;

const anyValue = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 4 });
const jsonText = fc.tuple(anyValue, fc.constantFrom(undefined, 1, '\t')).map(([content, indent]) => JSON.stringify(content, null, indent));

test('a text is accepted as a value exactly if JSON.parse accepts it', () => {
  fc.assert(
    fc.property(jsonText, damage, (text, how) => {
      const value = damaged(text, how);
      expect(isAccepted(value)).toBe(isJson(`{"list":[{"value":${value}}]}`));
    }),
    { numRuns: 400 },
  );
});

test('a value nested deeper than 100 is left to JSON.parse', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(isAccepted(nested(100))).toBe(true);
  expect(isAccepted(nested(101))).toBe(false);
  expect(isAccepted(nested(100_000))).toBe(false);
});

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

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', '"', '\\', 'é', '中', '😀', '\n', '\u0001', '}', ',', ':', '{') }),
  fc.lorem({ maxCount: 4 }),
);
const scalar = fc.oneof(
  anyText,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.constantFrom(null, true, false, '', 0, -0, 1e21, 999_999_999_999_999),
);
const cell = fc.oneof({ weight: 6, arbitrary: scalar }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
const keys = fc.uniqueArray(
  fc.oneof(
    fc.stringMatching(/^[a-z_]{1,12}$/),
    anyText.filter((key) => key !== '__proto__'),
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

test('rows that lack members of the first one are decoded as they are without the scan', () => {
  // The positions of missing members take room too, which short rows do not have.
  const long = 'x'.repeat(100);
  const lacking = table.chain(({ names, rows }) => {
    const [first, ...others] = rows.map((row) => ({ 'first\n': long, ...row }) as Row);
    const rest = others.map((row) =>
      fc
        .subarray(names)
        .map((some) =>
          Object.fromEntries(
            Object.entries(row).filter(([name]) => name === 'first\n' || name === Object.keys(row)[0] || some.includes(name)),
          ),
        ),
    );
    return fc.tuple(...rest).map((picked) => [first!, ...picked] as readonly Row[]);
  });
  fc.assert(
    fc.property(lacking, (rows) => {
      const json = JSON.stringify(rows);
      const records = scan(json)!;
      const names = Object.keys(rows[0]!);
      expect(membersOf(records, names)).toEqual(expectedMembers(parseExactly(Buffer.from(json)) as Row[], names));
      expect(records.map((record) => record.keys().toSorted())).toEqual(rows.map((row) => Object.keys(row).toSorted()));
    }),
    { numRuns: 200 },
  );
});

test('nothing is written for a member that a record lacks', () => {
  const record = scan('[{"a":1,"b":2},{"a":1}]')![1]!;
  const out = new JsonWriter();
  expect(record.writeString(new MemberName('b'), out)).toBeNull();
  expect(record.writeDigits(new MemberName('b'), out)).toBe(false);
  expect(out.length).toBe(0);
});

test('a damaged list is left to JSON.parse, or decoded as it is without the scan', () => {
  fc.assert(
    fc.property(table, damage, ({ names, rows }, how) => {
      const json = damaged(JSON.stringify(rows), how);
      const records = scan(json);
      if (records === null) return;
      const { list } = parseExactly(Buffer.from(`{"list":${json}}`)) as { list: Row[] };
      expect(membersOf(records, [...names, 'a'])).toEqual(expectedMembers(list, [...names, 'a']));
    }),
    { numRuns: 800 },
  );
});

test('rows of several layouts are left to JSON.parse, or decoded as they are without the scan', () => {
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
      const records = scan(json);
      if (records === null) return;
      expect(membersOf(records, names)).toEqual(expectedMembers(parseExactly(Buffer.from(json)) as Row[], names));
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['a record without members', '[{"a":1},{}]'],
  ['a record without members and its brace', '[{"a":1},}]'],
  ['a record without its first member and its brace', '[{"a":1,"b":2},,"b":2}]'],
  ['a record with another member', '[{"a":1},{"a":1,"b":2}]'],
  ['records that lack one of two members of a name', '[{"a":1,"b":2,"a":3},{"a":4,"b":5}]'],
  ['records in another order', '[{"a":1,"b":2},{"b":2,"a":1}]'],
  ['records with other spaces', '[{"a":1},{"a": 1}]'],
  ['records that have a member twice', '[{"a":1,"b":2,"a":3}]'],
  ['no records', '[]'],
  ['records and null', '[{"a":1},null]'],
  ['numbers', '[1,2]'],
])('a list of %s is left to JSON.parse', (_, json) => {
  expect(scan(json)).toBeNull();
});

test('a list is scanned although thousands of small records follow a large first one', () => {
  const rows = [{ a: 'x'.repeat(5000), b: 0 }, ...times(3000, (b) => ({ a: '', b }))];
  expect(membersOf(scan(JSON.stringify(rows))!, ['a', 'b'])).toEqual(rows);
});

test('a list whose records have more than 500 members is left to JSON.parse', () => {
  const wide = (members: number) => JSON.stringify([Object.fromEntries(times(members, (index) => [`m${index}`, index]))]);
  expect(scan(wide(500))).not.toBeNull();
  expect(scan(wide(501))).toBeNull();
});

test('nothing of an earlier text is read, whatever its length', () => {
  const long = JSON.stringify(times(2000, (a) => ({ a, b: 'x'.repeat(a % 50) })));
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

const parse = (text: string) => parsedJson(Buffer.from(text));
test.each([
  '{"code":1,"data":[{"a":1}],"__proto__":{"code":0}}',
  '{"code":1,"data":[{"a":1}]} x',
  '{"code":1,"data":[{"a":1}],}',
  '{"code":1 "data":[{"a":1}]}',
])('a large reply with the envelope %s is decoded as JSON.parse decodes it, and is invalid where JSON.parse throws', (envelope) => {
  const text = envelope.replace('[{"a":1}', `[${'{"a":1},'.repeat(1000)}{"a":1}`);
  let expected: unknown = null;
  try {
    expected = JSON.parse(text);
  } catch {}
  expect(parse(text)?.value ?? null).toEqual(expected);
});

test.each([
  ['objects without lists', { code: 1, data: { a: 'x'.repeat(5000), b: { c: 1 } } }],
  ['a list in an object of an object', { code: 1, data: { a: { data: times(500, (id) => ({ id })) } } }],
  ['an empty list', { code: 1, data: [], msg: 'x'.repeat(5000) }],
  ['a list of numbers', { code: 1, data: times(2000, (id) => id) }],
])('a large reply with %s is parsed, because the scan would save nothing', (_content, reply) => {
  expect(parse(JSON.stringify(reply))!.value).toEqual(reply);
});

/** An object of scalars, lists of the same rows, and perhaps objects of these: as replies have days with lists of items. */
const nested = fc.tuple(table, fc.array(fc.tuple(anyText, fc.constantFrom('list', 'scalar', 'object')), { minLength: 1, maxLength: 5 }));
const objectOf = (rows: readonly Row[], members: readonly (readonly [string, string])[], isOuter = true): Row =>
  Object.fromEntries(
    members.map(([name, kind], index) => {
      if (kind === 'object') return [name, isOuter ? objectOf(rows, members.slice(index), false) : { name }];
      return [name, kind === 'list' ? rows : name];
    }),
  );
/** A value with its scanned records as objects. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => (isRecord(each) ? Object.fromEntries(entriesOf(each)) : each)));

test('lists in an object are decoded as they are without the scan, whatever stands beside them', () => {
  let scanned = 0;
  fc.assert(
    fc.property(nested, damage, fc.boolean(), ([{ rows }, members], how, isDamaged) => {
      const text = JSON.stringify({ code: 1, ...objectOf(rows, members), last: rows });
      const json = isDamaged ? damaged(text, how) : text;
      const object = scanObject(new JsonBody(Buffer.from(json)));
      if (object === null) return;
      scanned += 1;
      expect(plain(object)).toEqual(plain(parseExactly(Buffer.from(json))));
    }),
    { numRuns: 800 },
  );
  expect(scanned).toBeGreaterThan(200);
});

test('the order of members whose names are digits is that of the text', () => {
  const { data } = parse(JSON.stringify({ data: { b: times(1000, (id) => ({ id })) } }).replace('"b"', '"9":0,"1":1,"b"'))!.value as {
    data: Row;
  };
  expect(entriesOf(data).map(([name]) => name)).toEqual(['9', '1', 'b']);
});

test('a reply is decoded as JSON.parse decodes it, whatever names of members earlier replies had', () => {
  // The two bytes of é in UTF-8 are the codes of Ã©.
  const names = ['a', 'b', 'ab', '\\u0061', 'é', 'Ã©', 'x","y', 'a","a', ...times(10, (index) => `name${index}`)];
  for (const name of [...names, ...names.toReversed()]) {
    const record = `{"${name.replaceAll('","', '":1,"')}":2}`;
    const text = `{"code":1,"data":[${`${record},`.repeat(1000)}${record}]}`;
    const { data } = parse(text)!.value as { data: ScannedRecord[] };
    expect(data.map((each) => Object.fromEntries(entriesOf(each)))).toEqual((JSON.parse(text) as { data: unknown }).data);
  }
});

test('a reply of 60,000 lists is parsed, because learning their layouts costs more than parsing', () => {
  const lists = Object.fromEntries(times(60_000, (index) => [`a${index}`, [{ b: index }]]));
  const before = process.memoryUsage().arrayBuffers;
  const { value } = parse(JSON.stringify({ code: 1, ...lists }))!;
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  // The matcher takes seconds.
  expect(isDeepStrictEqual(value, { code: 1, ...lists })).toBe(true);
});
