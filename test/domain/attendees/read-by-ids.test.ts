/* How attendees by id are read from a list that may have a page size limit, other records and a wrong total. */

import fc from 'fast-check';
import { PageSizeLimit } from '../../../src/domain/attendees/page-size-limit.js';
import { readByIds } from '../../../src/domain/attendees/read-by-ids.js';
import type { ServiceId } from '../../../src/model/ids.js';
import { pageOf, record } from '../service.js';

const idsOf = (numbers: readonly number[]) => numbers as readonly ServiceId[];
/** The ids of the attendees that were found; null for a missing one. */
const idsIn = (results: readonly unknown[]) =>
  results.map((result) => (result instanceof Error ? 'error' : ((result as { serviceId: number } | null)?.serviceId ?? null)));

interface Behaviour {
  /** The service's page size limit. */
  limit?: number;
  total?: (received: number, matching: number) => unknown;
  /** Reorders or changes the matching records. */
  arrange?: (records: readonly unknown[]) => readonly unknown[];
}

/** A service that has some attendees and filters them by ids. */
function serviceOf(existing: ReadonlySet<number>, behaviour: Behaviour = {}) {
  const { total = (_received, matching) => matching, arrange = (records) => records } = behaviour;
  const pageSizeLimit = new PageSizeLimit();
  const requested: [page: number, pageSize: number][] = [];
  const idsRequested: (readonly number[])[] = [];
  const read = async (page: number, pageSize: number, ids: readonly ServiceId[]) => {
    requested.push([page, pageSize]);
    idsRequested.push(ids);
    const records = arrange([...new Set(ids)].filter((id) => existing.has(id)).map((id) => record(id)));
    const size = Math.min(pageSize, behaviour.limit ?? Infinity);
    const sent = records.slice((page - 1) * size, page * size);
    return pageOf(sent, total(sent.length, records.length));
  };
  return { requested, idsRequested, pageSizeLimit, byIds: (ids: readonly number[]) => readByIds(idsOf(ids), pageSizeLimit, read) };
}

const someIds = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 });
const existing = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 60 }).map((numbers) => new Set(numbers));
const shuffled =
  (seed: number) =>
  <T>(records: readonly T[]): readonly T[] =>
    records
      .map((item, index) => [((index + 1) * 7919 * (seed + 1)) % 104729, item] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, item]) => item);

test('attendees are returned in the order requested, in one call, whatever order the service lists them in', async () => {
  await fc.assert(
    fc.asyncProperty(someIds, fc.nat({ max: 99 }), async (ids, seed) => {
      const { byIds, requested } = serviceOf(new Set(ids), { arrange: shuffled(seed) });
      expect(idsIn(await byIds(ids))).toEqual(ids);
      expect(requested).toEqual([[1, ids.length]]);
    }),
  );
});

// The exception is a total that agrees with a truncated page whose length is no multiple of five: the page then looks complete.
test('every existing attendee is found in a bounded number of calls, whatever page limit, order and total the service has', async () => {
  const anyTotal = fc.oneof(
    fc.constant<NonNullable<Behaviour['total']>>((_received, matching) => matching),
    fc.constantFrom<unknown>(null, 'x', -1, 0, 0x7fffffff, 1e9, {}).map((value) => () => value),
    // Almost the number of records received, and so no agreement with it.
    fc.constantFrom(-1, 1).map((by) => (received: number) => received + by),
  );
  await fc.assert(
    fc.asyncProperty(
      someIds,
      existing,
      fc.integer({ min: 1, max: 45 }),
      anyTotal,
      fc.nat({ max: 99 }),
      async (ids, present, limit, total, seed) => {
        const service = serviceOf(present, { limit, total, arrange: shuffled(seed) });
        expect(idsIn(await service.byIds(ids))).toEqual(ids.map((id) => (present.has(id) ? id : null)));
        const matching = ids.filter((id) => present.has(id)).length;
        expect(service.requested.length).toBeLessThanOrEqual(Math.ceil(matching / limit) + 1);
      },
    ),
    { numRuns: 500 },
  );
});

test('repeated records, records of other activities and records that were not requested are ignored if they fit the page', async () => {
  const noise = fc.array(
    fc.constantFrom<unknown>(
      record(1),
      record(2),
      record(99),
      record(98, { form_id: 1002 }),
      { id: 'x' },
      null,
      7,
      record(3, { form_id: {} }),
    ),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(existing, noise, noise, async (present, before, after) => {
      const ids = Array.from({ length: 80 }, (_, index) => index + 1).filter((id) => id > 3);
      const { byIds } = serviceOf(present, { arrange: (records) => [...before, ...records, ...after] });
      expect(idsIn(await byIds(ids))).toEqual(ids.map((id) => (present.has(id) ? id : null)));
    }),
  );
});

test('an attendee of another activity is not found by its id', async () => {
  const { byIds } = serviceOf(new Set([1, 2]), { arrange: () => [record(1), record(2, { form_id: 1002 })] });
  expect(idsIn(await byIds([1, 2]))).toEqual([1, null]);
});

test('an id requested twice is returned twice', async () => {
  const { byIds } = serviceOf(new Set([1, 2]));
  expect(idsIn(await byIds([2, 1, 2]))).toEqual([2, 1, 2]);
});

test('a missing id costs no further call once a page of that size was received whole', async () => {
  const service = serviceOf(new Set(Array.from({ length: 10 }, (_, index) => index + 1)));
  await service.byIds([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  service.requested.length = 0;
  expect(idsIn(await service.byIds([1, 2, 99]))).toEqual([1, 2, null]);
  expect(service.requested).toEqual([[1, 3]]);
});

test('if the total is the number of records received, here 3, no further call looks for missing ids', async () => {
  const unlimited = serviceOf(new Set([1, 2, 3]));
  expect(idsIn(await unlimited.byIds([1, 2, 3, 4, 5]))).toEqual([1, 2, 3, null, null]);
  expect(unlimited.requested).toHaveLength(1);
});

test.each([5, 10, 25, 50])(
  'every attendee is found under a limit of %i although the service reports the records of the page as the total, and the limit is learned',
  async (limit) => {
    const ids = Array.from({ length: limit + 3 }, (_, index) => index + 1);
    const service = serviceOf(new Set(ids), { limit, total: (received) => received });
    for (const confirmed of [null, limit]) {
      expect(idsIn(await service.byIds(ids))).toEqual(ids);
      expect(service.requested.splice(0)).toEqual([
        [1, limit + 3],
        [2, limit],
      ]);
      expect(service.pageSizeLimit.confirmed).toBe(confirmed);
    }
  },
);

test('missing ids cost no further call once a longer page was received, even if the number of the others looks like a limit', async () => {
  const service = serviceOf(new Set(Array.from({ length: 36 }, (_, index) => index + 1)));
  await service.byIds(Array.from({ length: 31 }, (_, index) => index + 1));
  service.requested.length = 0;
  const results = idsIn(await service.byIds(Array.from({ length: 40 }, (_, index) => index + 7)));
  expect(results.filter((id) => id !== null)).toHaveLength(30);
  expect(service.requested).toEqual([[1, 40]]);
});

test('a service that returns the same page for every page number is called twice', async () => {
  const { requested, byIds } = serviceOf(new Set([1]), { arrange: () => [record(1)], total: () => 9 });
  const read = async (page: number, pageSize: number) => {
    requested.push([page, pageSize]);
    return pageOf([record(1)], 9);
  };
  expect(idsIn(await readByIds(idsOf([1, 2, 3]), new PageSizeLimit(), read))).toEqual([1, null, null]);
  expect(requested).toHaveLength(2);
  expect(idsIn(await byIds([1, 2, 3]))).toEqual([1, null, null]);
});

test('a service that returns no records is called once', async () => {
  const { requested, byIds } = serviceOf(new Set(), { total: () => 100 });
  expect(idsIn(await byIds([1, 2]))).toEqual([null, null]);
  expect(requested).toHaveLength(1);
});

test('a read fails if its first page fails; if a later page fails, each id still missing is an error', async () => {
  await expect(readByIds(idsOf([1]), new PageSizeLimit(), () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  const results = await readByIds(idsOf([1, 2, 3]), new PageSizeLimit(), async (page) => {
    if (page > 1) throw new Error('down');
    return pageOf([record(2)], 3);
  });
  expect(idsIn(results)).toEqual(['error', 2, 'error']);
});

describe('page size limits of the service', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  test('two reads whose second page has further attendees confirm a page size limit; later calls have at most as many ids', async () => {
    const service = serviceOf(new Set(numbers(120)), { limit: 50 });
    for (const confirmed of [null, 50]) {
      expect(idsIn(await service.byIds(numbers(100)))).toEqual(numbers(100));
      expect({ requested: service.requested.splice(0), confirmed: service.pageSizeLimit.confirmed }).toEqual({
        requested: [
          [1, 100],
          [2, 50],
        ],
        confirmed,
      });
    }
    service.idsRequested.length = 0;
    expect(idsIn(await service.byIds(numbers(120)))).toEqual(numbers(120));
    expect(service.requested).toEqual([
      [1, 50],
      [1, 50],
      [1, 20],
    ]);
    expect(service.idsRequested).toEqual([numbers(50), numbers(100).slice(50), numbers(120).slice(100)]);
  });

  test('a page size limit is not inferred from missing ids, however often they are read', async () => {
    const service = serviceOf(new Set(numbers(50)), { total: () => 5000 });
    for (const time of [1, 2, 3])
      expect({ time, ids: idsIn(await service.byIds([...numbers(50), 98, 99])) }).toEqual({ time, ids: [...numbers(50), null, null] });
    expect(service.pageSizeLimit.confirmed).toBeNull();
  });

  test('each read is complete, also if the service lowers its page size limit', async () => {
    await fc.assert(
      fc.asyncProperty(existing, fc.integer({ min: 1, max: 45 }), fc.integer({ min: 1, max: 45 }), async (present, limit, later) => {
        const behaviour = { limit };
        const service = serviceOf(present, behaviour);
        for (const size of [limit, limit, limit, later, later, later]) {
          behaviour.limit = Math.min(size, limit);
          expect(idsIn(await service.byIds(numbers(60)))).toEqual(numbers(60).map((id) => (present.has(id) ? id : null)));
        }
      }),
    );
  });

  test('under a page size limit, a part that cannot be read costs its own ids only', async () => {
    const limit = new PageSizeLimit();
    for (const _ of ['suspected', 'confirmed']) limit.recordTruncated(2);
    const results = await readByIds(idsOf([1, 2, 3, 4, 5]), limit, async (_page, _size, ids) => {
      if (ids.includes(3 as ServiceId)) throw new Error('down');
      return pageOf(
        ids.map((id) => record(id)),
        ids.length,
      );
    });
    expect(idsIn(results)).toEqual([1, 2, 'error', 'error', 5]);
  });
});
