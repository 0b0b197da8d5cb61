/* Values in the results of bound endpoints, by the type that the file states. */

import type { BoundTypeReference } from '../../../src/model/bound/endpoint-binding.js';
import { JsonNumber } from '../../../src/primitives/json.js';
import { UpstreamInvalidResponseError } from '../../../src/records/errors.js';
import type { ActivityId } from '../../../src/records/ids.js';
import { ReplyPosition } from '../../../src/records/reply-position.js';
import { valueDecoder, type CreateRecord } from '../../../src/service/bound/decode-value.js';

const activityId = 1001 as ActivityId;
const type = (name: string, { nonNull = false, list = null as BoundTypeReference['list'] } = {}): BoundTypeReference => ({
  name,
  nonNull,
  list,
});
const decode = (reference: BoundTypeReference, raw: unknown, record?: CreateRecord) =>
  valueDecoder(reference, record)(raw, new ReplyPosition('/api/x', false), activityId);
/** Where a value is invalid, and what was expected there. */
function problem(run: () => unknown): string {
  try {
    return `no error, but ${JSON.stringify(run())}`;
  } catch (error) {
    if (!(error instanceof UpstreamInvalidResponseError)) throw error;
    return `${error.path}: ${error.expected}`;
  }
}

test.each<[string, unknown, unknown]>([
  ['String', 7, '7'],
  ['String', 'text', 'text'],
  ['ID', 7, '7'],
  ['Int', '12', 12],
  ['Float', '1.50', 1.5],
  ['Float', 2, 2],
  ['Boolean', '1', true],
  ['Boolean', 0, false],
  ['Boolean', false, false],
  ['DateTime', '1800000000', new Date(1_800_000_000_000)],
  ['Decimal', 0.0000001, '0.0000001'],
  ['JSON', { a: [1, null] }, { a: [1, null] }],
  ['String', new JsonNumber('1e3'), '1e3'],
  ['ID', new JsonNumber('110101199003078515'), '110101199003078515'],
  ['Int', new JsonNumber('1.0'), 1],
  ['Float', new JsonNumber('1.50'), 1.5],
  ['Boolean', new JsonNumber('1.0'), true],
  ['DateTime', 1_800_000_000_000, new Date(1_800_000_000_000)],
  ['DateTime', '0000-00-00 00:00:00', null],
  ['Decimal', new JsonNumber('199.90'), '199.90'],
  ['JSON', new JsonNumber('1e400'), '1e400'],
  ['JSON', null, null],
])('a %s accepts %j', (name, raw, value) => {
  expect(decode(type(name), raw)).toEqual(value);
  expect(decode(type(name, { list: { nonNullItems: false } }), [raw])).toEqual([value]);
});

test.each<[string, unknown, string]>([
  ['String', {}, 'a string'],
  ['Int', 1.5, 'an integer'],
  ['Int', 2 ** 31, 'an integer of 32 bits'],
  ['Float', 'many', 'a decimal number'],
  ['Float', true, 'a number'],
  ['Boolean', 'yes', 'true or false, as 1 or 0'],
  ['DateTime', 'today', 'an integer'],
  ['Decimal', '1e9', 'a decimal number'],
  ['Int', new JsonNumber('1.00000000000000000001'), 'an integer'],
  ['Float', new JsonNumber('1e400'), 'a number'],
  ['Boolean', new JsonNumber('1.50'), 'true or false, as 1 or 0'],
  ['DateTime', '2026-02-30 10:00:00', 'an existing date, YYYY-MM-DD HH:MM:SS'],
])('a %s does not accept %j', (name, raw, expected) => {
  expect(problem(() => decode(type(name), raw))).toBe(`$: ${expected}`);
});

test.each(['ID', 'Int', 'Float', 'DateTime', 'Decimal'])('a %s without a value is null, and an error if it is not nullable', (name) => {
  for (const raw of [undefined, null, '', []]) {
    expect(decode(type(name), raw)).toBeNull();
    expect(problem(() => decode(type(name, { nonNull: true }), raw))).toMatch(/^\$: an? |^\$: Unix seconds$/);
  }
});

test('an empty Float or Decimal is no value, and not 0', () => {
  for (const name of ['Float', 'Decimal']) {
    expect(decode(type(name), '  ')).toBeNull();
    expect(problem(() => decode(type(name, { nonNull: true }), '  '))).toMatch(/^\$: a/);
  }
});

test('the empty string is a String! and not an ID!', () => {
  expect(decode(type('String', { nonNull: true }), '')).toBe('');
  expect(decode(type('String'), '')).toBeNull();
  expect(problem(() => decode(type('String', { nonNull: true }), null))).toBe('$: a string');
  expect(problem(() => decode(type('ID', { nonNull: true }), ''))).toBe('$: an id');
});

describe('lists', () => {
  const numbers = (nonNullItems: boolean, nonNull = false) => type('Int', { nonNull, list: { nonNullItems } });

  test('a missing list is null, or an error if it must not be null; `false` in place of a list is an empty list', () => {
    expect({ missing: decode(numbers(false), undefined), empty: decode(numbers(false), false) }).toEqual({ missing: null, empty: [] });
    expect(problem(() => decode(numbers(false, true), undefined))).toBe('$: an array');
  });

  test('a list of nullable items contains the error of a broken item, and the other items', () => {
    const items = decode(numbers(false), [1, 'one', 3]) as unknown[];
    expect([items[0], items[2]]).toEqual([1, 3]);
    expect(items[1]).toMatchObject({ path: '$[1]', expected: 'an integer' });
  });

  test('a list of items that are never null fails with its first broken or missing item', () => {
    expect(problem(() => decode(numbers(true), [1, 'one', 3]))).toBe('$[1]: an integer');
    expect(problem(() => decode(numbers(true), [1, null]))).toBe('$[1]: an integer');
  });
});

describe('records', () => {
  /** A record as its raw value and its path; null for one of another activity. */
  const record: CreateRecord = (raw, position) => ('foreign' in raw ? null : { path: position.path, raw });

  test('a record is created from an object, and null without a value', () => {
    expect(decode(type('Seat'), { row: 1 }, record)).toEqual({ path: '$', raw: { row: 1 } });
    expect(decode(type('Seat'), false, record)).toBeNull();
    for (const raw of ['seat', 7, [1]]) expect(problem(() => decode(type('Seat'), raw, record))).toBe('$: an object');
    expect(problem(() => decode(type('Seat', { nonNull: true }), null, record))).toBe('$: an object');
  });

  test('a record of another activity is null in a list, and omitted where items are never null', () => {
    const raw = [{ row: 1 }, { foreign: true }, null];
    const first = { path: '$[0]', raw: { row: 1 } };
    expect(decode(type('Seat', { list: { nonNullItems: false } }), raw, record)).toEqual([first, null, null]);
    expect(decode(type('Seat', { list: { nonNullItems: true } }), raw.slice(0, 2), record)).toEqual([first]);
  });

  test('the fields of an item that is not an object fail, and the list does not', () => {
    const create: CreateRecord = (raw) => raw;
    const decoded = decode(type('Seat', { list: { nonNullItems: true } }), ['seat', null, { row: 1 }], create) as { row: number }[];
    expect(decoded).toHaveLength(3);
    expect(problem(() => decoded[0]!.row)).toBe('$[0]: an object');
    expect(problem(() => decoded[1]!.row)).toBe('$[1]: an object');
    expect(decoded[2]!.row).toBe(1);
  });
});
