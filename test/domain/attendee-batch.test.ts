import fc from 'fast-check';
import { readByIds } from '../../src/domain/attendee-batch.js';
import { PageCapacity } from '../../src/domain/page-capacity.js';
import type { ServiceId } from '../../src/model/ids.js';
import { pageOf, row } from './service.js';

const idsOf = (numbers: readonly number[]) => numbers as readonly ServiceId[];
const found = (results: readonly unknown[]) =>
  results.map((result) => (result instanceof Error ? 'error' : ((result as { serviceId: number } | null)?.serviceId ?? null)));

interface Behaviour {
  clamp?: number;
  total?: (received: number, matching: number) => unknown;
  /** What the service makes of the matching rows, in its own order. */
  arrange?: (rows: readonly unknown[]) => readonly unknown[];
}

/** A service that knows some attendees and filters by ids. */
function serviceOf(
  existing: ReadonlySet<number>,
  { clamp = Infinity, total = (_received, matching) => matching, arrange = (rows) => rows }: Behaviour = {},
) {
  const capacity = new PageCapacity();
  const asked: [page: number, pageSize: number][] = [];
  const read = async (page: number, pageSize: number, ids: readonly ServiceId[]) => {
    asked.push([page, pageSize]);
    const rows = arrange([...new Set(ids)].filter((id) => existing.has(id)).map((id) => row(id)));
    const size = Math.min(pageSize, clamp);
    const given = rows.slice((page - 1) * size, page * size);
    return pageOf(given, total(given.length, rows.length));
  };
  return { asked, capacity, read, byIds: (ids: readonly number[]) => readByIds(idsOf(ids), capacity, read) };
}

const someIds = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 });
const existing = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 60 }).map((numbers) => new Set(numbers));
const shuffled =
  (seed: number) =>
  <T>(rows: readonly T[]): readonly T[] =>
    rows
      .map((item, index) => [((index + 1) * 7919 * (seed + 1)) % 104729, item] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, item]) => item);

test('each that exists is found in its place and the others are null, however the service orders them, in one call where pages are whole and full', async () => {
  await fc.assert(
    fc.asyncProperty(someIds, fc.nat({ max: 99 }), async (ids, seed) => {
      const { byIds, asked } = serviceOf(new Set(ids), { arrange: shuffled(seed) });
      expect(found(await byIds(ids))).toEqual(ids);
      expect(asked).toEqual([[1, ids.length]]);
    }),
  );
});

test('under any clamp, any order, any absence and any total but one that agrees with a clamped page, each that exists is found in bounded calls', async () => {
  const lie = fc.oneof(
    fc.constant<NonNullable<Behaviour['total']>>((_received, matching) => matching),
    fc.constantFrom<unknown>(null, 'x', -1, 0, 0x7fffffff, 1e9, {}).map((value) => () => value),
    // One more or less than came: near the truth, and no agreement.
    fc.constantFrom(-1, 1).map((by) => (received: number) => received + by),
  );
  await fc.assert(
    fc.asyncProperty(
      someIds,
      existing,
      fc.integer({ min: 1, max: 45 }),
      lie,
      fc.nat({ max: 99 }),
      async (ids, present, clamp, total, seed) => {
        const service = serviceOf(present, { clamp, total, arrange: shuffled(seed) });
        expect(found(await service.byIds(ids))).toEqual(ids.map((id) => (present.has(id) ? id : null)));
        const matching = ids.filter((id) => present.has(id)).length;
        expect(service.asked.length).toBeLessThanOrEqual(Math.ceil(matching / clamp) + 1);
      },
    ),
    { numRuns: 500 },
  );
});

test('repeated rows, rows of other activities and rows nobody asked for change nothing where they fit the page', async () => {
  const noise = fc.array(
    fc.constantFrom<unknown>(row(1), row(2), row(99), row(98, { form_id: 1002 }), { id: 'x' }, null, 7, row(3, { form_id: {} })),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(existing, noise, noise, async (present, before, after) => {
      const ids = Array.from({ length: 80 }, (_, index) => index + 1).filter((id) => id > 3);
      const { byIds } = serviceOf(present, { arrange: (rows) => [...before, ...rows, ...after] });
      expect(found(await byIds(ids))).toEqual(ids.map((id) => (present.has(id) ? id : null)));
    }),
  );
});

test('an attendee of another activity is not found by its number', async () => {
  const { byIds } = serviceOf(new Set([1, 2]), { arrange: () => [row(1), row(2, { form_id: 1002 })] });
  expect(found(await byIds([1, 2]))).toEqual([1, null]);
});

test('an id given twice is found twice', async () => {
  const { byIds } = serviceOf(new Set([1, 2]));
  expect(found(await byIds([2, 1, 2]))).toEqual([2, 1, 2]);
});

test('a missing one costs one further call at most, and none once a page of that size has been seen', async () => {
  const service = serviceOf(new Set(Array.from({ length: 10 }, (_, index) => index + 1)));
  await service.byIds([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  service.asked.length = 0;
  expect(found(await service.byIds([1, 2, 99]))).toEqual([1, 2, null]);
  expect(service.asked).toEqual([[1, 3]]);
});

test('a total that agrees with what came settles what is missing, unless it looks like a page limit', async () => {
  const settled = serviceOf(new Set([1, 2, 3]));
  expect(found(await settled.byIds([1, 2, 3, 4, 5]))).toEqual([1, 2, 3, null, null]);
  expect(settled.asked).toHaveLength(1);
  const limit = serviceOf(new Set(Array.from({ length: 25 }, (_, index) => index + 1)), { clamp: 10, total: (received) => received });
  const ids = Array.from({ length: 25 }, (_, index) => index + 1);
  expect(found(await limit.byIds(ids))).toEqual(ids);
  expect(limit.asked).toEqual([
    [1, 25],
    [2, 10],
    [3, 10],
  ]);
});

test('a service that gives the same page for every page ends the search', async () => {
  const { asked, byIds } = serviceOf(new Set([1]), { arrange: () => [row(1)], total: () => 9 });
  const read = async (page: number, pageSize: number) => {
    asked.push([page, pageSize]);
    return pageOf([row(1)], 9);
  };
  expect(found(await readByIds(idsOf([1, 2, 3]), new PageCapacity(), read))).toEqual([1, null, null]);
  expect(asked).toHaveLength(2);
  expect(found(await byIds([1, 2, 3]))).toEqual([1, null, null]);
});

test('a service that gives nothing is asked once', async () => {
  const { asked, byIds } = serviceOf(new Set(), { total: () => 100 });
  expect(found(await byIds([1, 2]))).toEqual([null, null]);
  expect(asked).toHaveLength(1);
});

test('a first page that fails fails all; a later one costs only what it would have told', async () => {
  await expect(readByIds(idsOf([1]), new PageCapacity(), () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  const results = await readByIds(idsOf([1, 2, 3]), new PageCapacity(), async (page) => {
    if (page > 1) throw new Error('down');
    return pageOf([row(2)], 3);
  });
  expect(found(results)).toEqual(['error', 2, 'error']);
});
