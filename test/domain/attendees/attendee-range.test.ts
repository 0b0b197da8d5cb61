/* How a range of attendees is read from pages that the service may truncate. */

import fc from 'fast-check';
import { readRange, PageSizes, choosePages } from '../../../src/domain/attendees/attendee-range.js';
import { pageOf, record } from '../service.js';

interface Behaviour {
  /** The service returns pages of at most, and of at least, this many records, and counts its pages in that size. */
  limit?: number;
  minimum?: number;
  total?: unknown;
  /** The page that it returns for each one after the end of the list. */
  beyond?: 'empty' | 'last' | 'first';
}

/** A service with some records. */
function serviceOf(records: readonly unknown[], behaviour: Behaviour = {}) {
  const requested: [page: number, pageSize: number][] = [];
  const read = async (page: number, pageSize: number) => {
    requested.push([page, pageSize]);
    const { limit = Infinity, minimum = 1, total = records.length, beyond = 'empty' } = behaviour;
    const size = Math.min(Math.max(pageSize, minimum), Math.max(limit, minimum), records.length || 1);
    const last = Math.max(1, Math.ceil(records.length / size));
    const number = page > last ? { empty: page, last, first: 1 }[beyond] : page;
    return pageOf(records.slice((number - 1) * size, number * size), total);
  };
  return { requested, read };
}

/** The sizes as a process knows them that has received a page of this size. */
async function afterPageOf(size: number): Promise<PageSizes> {
  const sizes = new PageSizes();
  await readRange(0, size, size, serviceOf(attendees(size)).read, sizes);
  return sizes;
}

const attendees = (count: number) => Array.from({ length: count }, (_, index) => record(index + 1));
/** The id and the position of each attendee of a range. */
const found = ({ entries }: { entries: readonly { attendee: { serviceId: number }; position: number }[] }) =>
  entries.map(({ attendee, position }) => [attendee.serviceId, position]);
/** The id and the position of each attendee that a list of `count` has between these positions. */
const existing = (count: number, offset: number, length: number) =>
  Array.from({ length: Math.max(0, Math.min(count, offset + length) - offset) }, (_, index) => [offset + index + 1, offset + index]);

/** The ids of the attendees of successive ranges, from an offset to the end of the list. */
async function walk(
  read: Parameters<typeof readRange>[3],
  length: number,
  { max = 100, from = 0, pageSizes = () => new PageSizes() } = {},
) {
  const seen: number[] = [];
  for (let next = from; ;) {
    const { entries, hasNextPage, endPosition } = await readRange(next, length, max, read, pageSizes());
    seen.push(...entries.map(({ attendee }) => attendee.serviceId));
    if (!hasNextPage) return seen;
    next = endPosition! + 1;
  }
}

/** A range of a list with `count` attendees, read in pages of at most `max`. */
const anyRange = fc.record({
  count: fc.nat({ max: 150 }),
  offset: fc.nat({ max: 160 }),
  length: fc.integer({ min: 1, max: 50 }),
  max: fc.integer({ min: 50, max: 60 }),
});

test('a range has exactly the requested attendees with their positions, in one or two calls', async () => {
  await fc.assert(
    fc.asyncProperty(anyRange, async ({ count, offset, length, max }) => {
      const { requested, read } = serviceOf(attendees(count));
      const range = await readRange(offset, length, max, read, await afterPageOf(max));
      expect(found(range)).toEqual(existing(count, offset, length));
      expect({ hasPreviousPage: range.hasPreviousPage, hasNextPage: range.hasNextPage, totalCount: range.page.total }).toEqual({
        hasPreviousPage: offset > 0,
        hasNextPage: offset + length < count,
        totalCount: count,
      });
      expect(requested).toHaveLength(choosePages(offset, length, max).pages.length);
    }),
  );
});

test('a range is the same for any limit of the service and after any earlier reads, in a bounded number of calls', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRange, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 60 }), async (ranges, limit) => {
      const pageSizes = new PageSizes();
      for (const { count, offset, length, max } of ranges) {
        const { requested, read } = serviceOf(attendees(count), { limit });
        const range = await readRange(offset, length, max, read, pageSizes);
        expect(found(range)).toEqual(existing(count, offset, length));
        expect({ hasPreviousPage: range.hasPreviousPage, hasNextPage: range.hasNextPage }).toEqual({
          hasPreviousPage: offset > 0,
          hasNextPage: offset + length < count,
        });
        expect(requested.length).toBeLessThanOrEqual(4 + Math.ceil(length / limit));
      }
    }),
    { numRuns: 150 },
  );
});

const anyTotal = fc.oneof(fc.constantFrom<unknown>(null, '', 'many', -1, 1.5, [], {}, 0, 0x7fffffff, 1e300), fc.nat({ max: 300 }));

test('whatever the total is, the range is the same if pages are whole, and the last page has no next page', async () => {
  await fc.assert(
    fc.asyncProperty(anyRange, anyTotal, async ({ count, offset, length, max }, total) => {
      const { requested, read } = serviceOf(attendees(count), { total });
      const range = await readRange(offset, length, max, read, new PageSizes());
      expect(found(range)).toEqual(existing(count, offset, length));
      if (offset + length > count) expect(range.hasNextPage).toBe(false);
      expect(requested.length).toBeLessThanOrEqual(3 + length);
    }),
  );
});

test('paginating through the list returns every attendee once and in order, whatever the total is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 120 }), fc.integer({ min: 1, max: 50 }), anyTotal, async (count, length, total) => {
      // A wrong total that equals the records so far cannot be distinguished from the end of the list.
      fc.pre(!(typeof total === 'number' && total < count && total > 0 && total % length === 0));
      const { read } = serviceOf(attendees(count), { total });
      expect(await walk(read, length, { max: 50 })).toEqual(attendees(count).map(({ id }) => id));
    }),
  );
});

test.each([9, 3])('where 5 records are requested, a page of 7 and one of %i are an error: no position is known', async (count) => {
  const read = async (page: number) => pageOf(attendees(page === 1 ? 7 : count), 40);
  await expect(readRange(5, 5, 5, read, new PageSizes())).rejects.toThrow('a page of the size of the others');
});

test('an unusable total is an error of `totalCount` only', async () => {
  const { read } = serviceOf(attendees(3), { total: 'many' });
  const range = await readRange(0, 20, 100, read, new PageSizes());
  expect(found(range)).toHaveLength(3);
  expect(() => range.page.total).toThrow(expect.objectContaining({ path: '$.total' }));
});

test('records of other activities are left out, and positions remain those of the unfiltered list', async () => {
  const { read } = serviceOf([record(1), record(2, { form_id: 1002 }), record(3), record(4, { form_id: '1001' })]);
  expect(found(await readRange(0, 10, 100, read, new PageSizes()))).toEqual([
    [1, 0],
    [3, 2],
    [4, 3],
  ]);
});

test('whatever records and total the service returns, pagination continues from each end position, and ends', async () => {
  const rowOf = fc.constantFrom<(id: number) => unknown>(
    (id) => record(id),
    (id) => record(id, { form_id: 1002 }),
    () => record(1),
    () => 'no record',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowOf, { maxLength: 60 }),
      fc.integer({ min: 1, max: 10 }),
      fc.oneof(fc.nat({ max: 90 }), fc.constant(null)),
      async (records, length, total) => {
        const { read } = serviceOf(
          records.map((make, index) => make(index + 1)),
          { total },
        );
        let offset = 0;
        for (let pages = 0; ; pages += 1) {
          expect(pages).toBeLessThanOrEqual(61);
          const { hasNextPage, endPosition } = await readRange(offset, length, 50, read, new PageSizes());
          if (!hasNextPage) break;
          expect(endPosition).toBeGreaterThanOrEqual(offset);
          offset = endPosition! + 1;
        }
      },
    ),
  );
});

test('paginating returns every attendee once, although a page of the service lacks a record', async () => {
  const { read } = serviceOf(attendees(250));
  const readChanged = async (page: number, pageSize: number) =>
    page === 1 ? pageOf(attendees(pageSize).slice(1), 250) : read(page, pageSize);
  const seen = await walk(readChanged, 100, { from: 50 });
  expect(seen.length).toBe(new Set(seen).size);
  expect(seen.slice(-150)).toEqual(
    attendees(250)
      .slice(100)
      .map(({ id }) => id),
  );
});

test('whatever the order of the ids, each id is one entry, at its first position, and each record with a broken id is one', async () => {
  const anyId = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant('broken'));
  await fc.assert(
    fc.asyncProperty(fc.array(anyId, { maxLength: 12 }), async (ids) => {
      const { read } = serviceOf(ids.map((id) => ({ ...record(1), id })));
      const { entries } = await readRange(0, 12, 100, read, new PageSizes());
      const expected = ids.flatMap((id, position) => (id === 'broken' || ids.indexOf(id) === position ? [position] : []));
      expect(entries.map(({ position }) => position)).toEqual(expected);
    }),
  );
});

test('a record with a broken id is an entry of the range, and only its id is an error', async () => {
  const { read } = serviceOf([record(1), { ...record(2), id: 'x' }, { ...record(3), id: 'y' }]);
  const { entries } = await readRange(0, 10, 100, read, new PageSizes());
  expect(entries.map(({ position }) => position)).toEqual([0, 1, 2]);
  expect(() => entries[1]!.attendee.serviceId).toThrow(expect.objectContaining({ path: '$.data[1].id' }));
  expect(entries[1]!.attendee.name).toBe('Attendee 2');
});

test('paginating returns every attendee once and in order with any pages of the service, and soon requests pages within its limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 330 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 5, max: 100 }),
      fc.constantFrom(1, 15, Infinity),
      fc.constantFrom('empty', 'last', 'first'),
      async (count, length, limit, minimum, beyond) => {
        const { requested, read } = serviceOf(attendees(count), { limit, minimum, beyond });
        const pageSizes = new PageSizes();
        expect(await walk(read, length, { pageSizes: () => pageSizes })).toEqual(attendees(count).map(({ id }) => id));
        // Two ranges may request pages that are too large before the limit is confirmed. Longer pages than requested show no limit.
        if (minimum === 1) expect(requested.filter(([, pageSize]) => pageSize > limit).length).toBeLessThanOrEqual(4);
      },
    ),
    { numRuns: 200 },
  );
});

test('a service that starts to truncate pages is detected, although larger pages were whole before', async () => {
  const whole = serviceOf(attendees(257));
  const pageSizes = new PageSizes();
  await readRange(0, 100, 100, whole.read, pageSizes);
  const { read } = serviceOf(attendees(257), { limit: 50 });
  expect(found(await readRange(100, 100, 100, read, pageSizes))).toEqual(existing(257, 100, 100));
});

const offset = fc.oneof(fc.nat({ max: 5000 }), fc.nat({ max: 0x7fffffff }));
const maxPageSize = fc.integer({ min: 1, max: 100 });
const range = fc
  .tuple(offset, maxPageSize)
  .chain(([start, max]) => fc.tuple(fc.constant(start), fc.integer({ min: 1, max }), fc.constant(max)));

test('the planned pages cover the range, are consecutive, and none is larger than allowed', () => {
  fc.assert(
    fc.property(offset, fc.integer({ min: 1, max: 300 }), maxPageSize, (start, length, max) => {
      const { pageSize, pages } = choosePages(start, length, max);
      const leadingRecords = start - (pages[0]! - 1) * pageSize;
      expect(pageSize).toBeGreaterThanOrEqual(1);
      expect(pageSize).toBeLessThanOrEqual(max);
      expect(pages.map((page) => page - pages[0]!)).toEqual(pages.map((_, index) => index));
      expect(leadingRecords).toBeGreaterThanOrEqual(0);
      expect(leadingRecords).toBeLessThan(pageSize);
      expect(pages.length * pageSize).toBeGreaterThanOrEqual(leadingRecords + length);
      expect((pages.length - 1) * pageSize).toBeLessThan(leadingRecords + length);
    }),
  );
});

test('one page is planned if any page size allows it, of the smallest such size; otherwise two', () => {
  fc.assert(
    fc.property(range, ([start, length, max]) => {
      const sizes = Array.from({ length: max }, (_, index) => index + 1);
      const fitting = sizes.filter((size) => Math.floor(start / size) === Math.floor((start + length - 1) / size));
      const { pageSize, pages } = choosePages(start, length, max);
      expect(pages).toHaveLength(fitting.length > 0 ? 1 : 2);
      if (fitting.length > 0) expect(pageSize).toBe(fitting[0]);
    }),
  );
});
