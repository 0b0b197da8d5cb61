import fc from 'fast-check';
import { readKey } from '../../../src/domain/reads/read-key.js';
import type { ActivityId, ServiceId } from '../../../src/records/ids.js';
import { getAttendee, listAttendees, listTickets } from '../../../src/service/endpoints.js';

const activity = 1001 as ActivityId;
const ids = [7, 8] as unknown as readonly ServiceId[];

/** Any input: members with texts, numbers, truth values or lists of numbers. */
const inputs = fc.dictionary(
  fc.string().filter((name) => name !== '__proto__'),
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.integer())),
);
const keyOf = (input: unknown) => readKey(listAttendees, activity, input as Parameters<typeof listAttendees.encode>[0]);

test('the same members in another order are the same read', () => {
  expect(keyOf({ page: 1, pageSize: 2, ids })).toBe(keyOf({ ids, pageSize: 2, page: 1 }));
  fc.assert(
    fc.property(inputs, (input) => {
      const members = Object.entries(input);
      expect(keyOf(Object.fromEntries(members.toReversed()))).toBe(keyOf(input));
    }),
  );
});

test('inputs that differ in a member or a value are different reads', () => {
  fc.assert(
    fc.property(inputs, inputs, (one, other) => {
      expect(keyOf(one) === keyOf(other)).toBe(JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)));
    }),
  );
  expect(keyOf({ page: 1, pageSize: 2, ids: [7] })).not.toBe(keyOf({ page: 1, pageSize: 2, ids: [8] }));
});
const sorted = (input: object) => Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1));

test('a member whose items or own members have another order makes another read', () => {
  expect(keyOf({ ids: [7, 8] })).not.toBe(keyOf({ ids: [8, 7] }));
  expect(keyOf({ by: { a: 1, b: 2 } })).not.toBe(keyOf({ by: { b: 2, a: 1 } }));
});

test('a member without a value counts as omitted', () => {
  expect(keyOf({ page: 1, pageSize: 2, ids: undefined })).toBe(keyOf({ page: 1, pageSize: 2 }));
});

test('other endpoints and other activities are other reads', () => {
  const keys = [
    readKey(listTickets, activity, undefined),
    readKey(listTickets, 1002 as ActivityId, undefined),
    readKey(getAttendee, activity, { mobile: '1' }),
    readKey(getAttendee, activity, { email: '1' }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});
