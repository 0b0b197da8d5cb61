/* How attendees by id are read from a list that may use fewer ids than it receives, with other records and a wrong total. */

import fc from 'fast-check';
import { record } from '../service.js';
import { attendeesOver, sendAll, sendRows, turn } from './lookups.js';

const numbers = (count: number, first = 1) => Array.from({ length: count }, (_, index) => index + first);

interface Behaviour {
  /** The number of ids that the service reads. */
  reads?: number;
  /** The number of records that it returns at most, in reply to more ids or for a larger page than `above`. */
  returns?: number;
  above?: number;
  ignoresIds?: boolean;
  /** What it returns for a page past the end of the list. */
  pastEnd?: 'no record' | 'last page' | 'rejection';
  total?: (received: number, matching: number) => unknown;
  /** Reorders or changes the matching records. */
  arrange?: (records: readonly unknown[]) => readonly unknown[];
}

/** A service that has some attendees. `asked` returns the parameters of the calls since it was last called. */
function serviceOf(existing: Iterable<number>, behaviour: Behaviour = {}) {
  const present = new Set(existing);
  const clock = { ms: 0 };
  const { calls, operation, idsPerCall } = attendeesOver({
    now: () => clock.ms,
    notFoundPattern: /^unknown$/,
    respond: (call) => {
      const { reads, returns, above = 0, ignoresIds, pastEnd, total = (_, count) => count, arrange = (records) => records } = behaviour;
      const { asked, input } = call;
      if (asked !== 'any' && !Array.isArray(asked)) {
        const { id } = asked as { id: number };
        return call.reply(present.has(id) ? { code: 1, data: record(id) } : { code: 0, msg: 'unknown' });
      }
      const isList = asked === 'any' || ignoresIds;
      const matching = isList ? [...present] : (asked as number[]).slice(0, reads).filter((id) => present.has(id));
      const records = arrange(matching.map((id) => record(id)));
      const most = input.pageSize > above ? (returns ?? Infinity) : Infinity;
      const size = isList ? Math.min(input.pageSize, most) : most;
      const last = Math.max(1, Math.ceil(records.length / size));
      if (pastEnd === 'rejection' && input.page > last) return call.reply({ code: 0, msg: 'no such page' });
      const start = input.page > 1 ? (Math.min(input.page, pastEnd === 'last page' ? last : Infinity) - 1) * size : 0;
      const sent = records.slice(start, start + size);
      sendRows(call, sent, total(sent.length, matching.length));
    },
  });
  return {
    behaviour,
    clock,
    idsPerCall,
    asked: () => calls.splice(0).map(({ asked }) => asked),
    byIds: (ids: readonly number[]) => operation().read(...ids),
    expected: (ids: readonly number[]) => ids.map((id) => (present.has(id) ? id : null)),
  };
}

const someIds = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 });
const existing = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 60 });
const shuffled =
  (seed: number) =>
  <T>(records: readonly T[]): readonly T[] =>
    records
      .map((item, index) => [((index + 1) * 7919 * (seed + 1)) % 104729, item] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, item]) => item);

const anyTotal = fc.oneof(
  fc.constant<NonNullable<Behaviour['total']>>((_received, matching) => matching),
  fc.constantFrom<unknown>(null, 'x', -1, 0, 0x7fffffff, 1e9, {}, 5000).map((value) => () => value),
  fc.constantFrom(-1, 0, 1).map((by) => (received: number) => received + by),
);
const pastEnd = fc.constantFrom('no record' as const, 'last page' as const, 'rejection' as const);
const anyNumber = fc.oneof(fc.integer({ min: 1, max: 45 }), fc.constant(Infinity));

test('exactly those who exist are found, however many ids the service reads and records it returns, whatever was read before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someIds, { minLength: 1, maxLength: 6 }),
      existing,
      fc.record({ reads: anyNumber, returns: anyNumber, ignoresIds: fc.boolean(), pastEnd }),
      fc.constantFrom<Behaviour>({}, { returns: 0, above: 3 }),
      anyTotal,
      fc.nat({ max: 99 }),
      async (lookups, present, behaviour, limit, total, seed) => {
        const { byIds, asked, expected } = serviceOf(present, { ...behaviour, ...limit, total, arrange: shuffled(seed) });
        for (const ids of lookups) {
          expect(await byIds(ids)).toEqual(expected(ids));
          expect(asked().length).toBeLessThanOrEqual(ids.length * 2 + 10);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test.each<{ limit: Behaviour; calls: readonly number[] }>([
  { limit: { reads: 20 }, calls: [60, 20, 20] },
  { limit: { returns: 20 }, calls: [60, 20, 20] },
  { limit: { returns: 20, total: (received) => received }, calls: [60, 20, 20] },
])('a call that serves 20 of 60 ids ($limit) is made again for the others, and later calls have 20 ids', async ({ limit, calls: made }) => {
  const { byIds, asked } = serviceOf(numbers(60), limit);
  const lengths = () => asked().map((ids) => (ids as readonly number[]).length);
  for (const _ of ['suspected', 'confirmed']) {
    expect(await byIds(numbers(60))).toEqual(numbers(60));
    expect(lengths()).toEqual(made);
  }
  expect(await byIds(numbers(60))).toEqual(numbers(60));
  expect(lengths()).toEqual([20, 20, 20]);
});

test('what a call serves is measured once, also where ids of nobody are among those that it serves', async () => {
  const { byIds, asked } = serviceOf(numbers(60), { reads: 20 });
  const ids = [...numbers(19, 100), ...numbers(41)];
  for (const made of [6, 3, 3]) {
    expect(await byIds(ids)).toEqual([...numbers(19).map(() => null), ...numbers(41)]);
    expect(asked()).toHaveLength(made);
  }
});

test('all are found where a longer list of ids returns fewer attendees than shorter ones, without a total', async () => {
  const arrange: Behaviour['arrange'] = (records) => records.toReversed();
  const { byIds } = serviceOf(numbers(60), { above: 50, returns: 10, total: () => null, arrange });
  for (const count of [50, 60]) expect(await byIds(numbers(count))).toEqual(numbers(count));
});

test('ten minutes after a service seemed to serve fewer ids, a call has all of them again', async () => {
  const { byIds, asked, behaviour, clock } = serviceOf(numbers(4));
  await byIds([1, 2]);
  behaviour.returns = 1;
  for (const _ of ['suspected', 'confirmed']) await byIds([1, 2]);
  behaviour.returns = 4;
  asked();
  for (const [ms, made] of [
    [599_999, [[1], [2], [3], [4]]],
    [600_000, [[1, 2, 3, 4]]],
  ] as const) {
    clock.ms = ms;
    expect(await byIds(numbers(4))).toEqual(numbers(4));
    expect(asked()).toEqual(made);
  }
});

test('an unknown id costs one further call until the service has returned as many ids at once', async () => {
  const { byIds, asked } = serviceOf(numbers(50));
  const ids = [...numbers(30), 99];
  for (let times = 0; times < 2; times += 1) {
    expect(await byIds(ids)).toEqual([...numbers(30), null]);
    expect(asked()).toEqual([ids, [99]]);
  }
  await byIds(numbers(31));
  asked();
  expect(await byIds(ids)).toEqual([...numbers(30), null]);
  expect(asked()).toEqual([ids]);
});

test.each([
  { attendees: 50, calls: [3, 1] },
  { attendees: 5, calls: [3, 3] },
  { attendees: 0, calls: [3, 3] },
])('ids that are all unknown cost a few calls of a list of $attendees, and later calls have as many ids', async ({ attendees, calls }) => {
  const { byIds, asked, clock, idsPerCall } = serviceOf(numbers(attendees));
  const unknown = numbers(40, 100);
  for (const made of calls) {
    expect(await byIds(unknown)).toEqual(unknown.map(() => null));
    expect(asked()).toHaveLength(made);
  }
  clock.ms = 600_000;
  await byIds(unknown);
  expect(idsPerCall.maximum).toBe(100);
});

test('a lookup makes at most four calls more than the ids need, whether they are known or not, however few attendees there are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 1, 2, 5, 19, 20, 21, 99, 100, 300),
      fc.constantFrom(10, 40, 100),
      fc.constantFrom<Behaviour>(
        {},
        { pastEnd: 'last page' },
        { reads: 20 },
        { returns: 20 },
        { returns: 20, total: (received) => received },
      ),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
      async (attendees, count, behaviour, batches) => {
        const { byIds, asked, expected } = serviceOf(numbers(attendees), behaviour);
        const fewest = Math.ceil(count / (behaviour.reads ?? behaviour.returns ?? 100));
        for (const isUnknown of batches) {
          const ids = isUnknown ? numbers(count, 1000) : numbers(count);
          expect(await byIds(ids)).toEqual(expected(ids));
          expect(asked().length).toBeLessThanOrEqual(fewest + 4);
        }
      },
    ),
  );
});

test('who exists is found where a page that is too large is empty, whatever its total', async () => {
  const { byIds } = serviceOf([1], { above: 3, returns: 0, total: (received) => received });
  expect(await byIds(numbers(5))).toEqual([1, null, null, null, null]);
});

test('if the service ignores the ids, those that are missing are read by detail calls', async () => {
  const { byIds, asked } = serviceOf(numbers(9), { ignoresIds: true });
  expect(await byIds([2, 8, 99])).toEqual([2, 8, null]);
  expect(asked()).toEqual([[2, 8, 99], { id: 8 }, { id: 99 }]);
});

test('repeated records, records of other activities and broken records are ignored', async () => {
  const others: unknown[] = [record(1), record(2), record(98, { form_id: 1002 }), { id: 'x' }, null, 7, record(3, { form_id: {} })];
  const noise = fc.array(fc.constantFrom(...others), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(existing, noise, noise, async (present, before, after) => {
      const ids = numbers(80);
      const found = new Set([1, 2, ...present].filter((id) => id !== 3));
      const { byIds } = serviceOf([...found], { arrange: (records) => [...before, ...records, ...after] });
      expect(await byIds(ids)).toEqual(ids.map((id) => (found.has(id) ? id : null)));
    }),
  );
});

test('a service that returns the same records for all ids is called a bounded number of times', async () => {
  const { asked, byIds } = serviceOf([1], { arrange: () => [record(1), record(9, { form_id: 1002 })], total: () => 9 });
  expect(await byIds(numbers(8))).toEqual([1, null, null, null, null, null, null, null]);
  expect(asked().length).toBeLessThanOrEqual(20);
});

test('a call that fails costs its own ids; a further call that fails, those that it has', async () => {
  const { calls, operation } = attendeesOver({ maxIds: 3 });
  const read = operation().read(1, 2, 3, 4, 5, 6);
  await turn();
  calls[0]!.reject(new Error('down'));
  sendRows(calls[1]!, [record(5)]);
  await turn();
  expect(calls.slice(2).map(({ asked }) => asked)).toEqual([[4], [6]]);
  sendAll(calls[2]!);
  calls[3]!.reject(new Error('down'));
  expect(await read).toEqual(['error', 'error', 'error', 4, 5, 'error']);
});

test('each read is complete ten minutes after the service last returned as many, also if it returns fewer and no total shows it', async () => {
  const { byIds, behaviour, clock } = serviceOf(numbers(60));
  await byIds(numbers(60));
  Object.assign(behaviour, { returns: 20, total: (received: number) => received });
  for (const ms of [600_000, 600_001]) {
    clock.ms = ms;
    expect(await byIds(numbers(60))).toEqual(numbers(60));
  }
});

test('each read is complete, also if the service returns fewer records later and its total shows it', async () => {
  await fc.assert(
    fc.asyncProperty(existing, anyNumber, anyNumber, async (present, returns, later) => {
      const { byIds, behaviour, expected } = serviceOf(present, { returns });
      for (const limit of [returns, returns, returns, later, later, later]) {
        behaviour.returns = Math.min(limit, returns);
        expect(await byIds(numbers(60))).toEqual(expected(numbers(60)));
      }
    }),
  );
});
