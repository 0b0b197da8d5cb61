/* How a range of attendees is read from pages that the service may truncate. */

import fc from 'fast-check';
import { readRange, PageSizes, choosePages } from '../../../src/domain/attendees/attendee-range.js';
import { times } from '../../support/times.js';
import { pageOf, record } from '../service.js';

interface Behaviour {
  /** The service returns pages of at most, and of at least, this many records, and counts its pages in that size. */
  limit?: number;
  minimum?: number;
  /** Whether a page of more records than `limit` is empty. */
  isEmptyAbove?: boolean;
  total?: unknown;
  /** The page that it returns for each one after the end of the list. */
  beyond?: 'empty' | 'last' | 'first';
  /** The positions of records that it leaves out of their pages. */
  lacks?: readonly number[];
}

/** A service with some records. */
function serviceOf(records: readonly unknown[], behaviour: Behaviour = {}) {
  const requested: [page: number, pageSize: number][] = [];
  const read = async (page: number, pageSize: number) => {
    requested.push([page, pageSize]);
    expect(Math.min(page, pageSize)).toBeGreaterThanOrEqual(1);
    expect(pageSize).toBeLessThanOrEqual(100);
    const { limit = Infinity, minimum = 1, isEmptyAbove, total = records.length, beyond = 'empty', lacks = [] } = behaviour;
    if (isEmptyAbove && pageSize > limit) return pageOf([], total);
    const size = Math.min(Math.max(pageSize, minimum), Math.max(limit, minimum), records.length || 1);
    const last = Math.max(1, Math.ceil(records.length / size));
    const number = page > last ? { empty: page, last, first: 1 }[beyond] : page;
    const isIncluded = (_: unknown, index: number) => index >= (number - 1) * size && index < number * size && !lacks.includes(index);
    return pageOf(records.filter(isIncluded), total);
  };
  return { requested, read };
}

/** The sizes as a process knows them that has received a page of this size. */
async function afterPageOf(size: number): Promise<PageSizes> {
  const sizes = new PageSizes();
  await readRange(0, size, size, serviceOf(attendees(size)).read, sizes);
  return sizes;
}

const attendees = (count: number) => times(count, (index) => record(index + 1));
/** The id and the position of each attendee of a range. */
const found = ({ entries }: { entries: readonly { attendee: { serviceId: number }; position: number }[] }) =>
  entries.map(({ attendee, position }) => [attendee.serviceId, position]);
/** The id and the position of each attendee that a list of `count` has between these positions. */
const existing = (count: number, offset: number, length: number) =>
  times(Math.max(0, Math.min(count, offset + length) - offset), (index) => [offset + index + 1, offset + index]);

/** The ids of the attendees of successive ranges, to the end of the list. */
async function walk(read: Parameters<typeof readRange>[3], length: number) {
  const seen: unknown[] = [];
  const pageSizes = new PageSizes();
  for (let next = 0; ;) {
    const { entries, hasNextPage, endPosition } = await readRange(next, length, 50, read, pageSizes);
    seen.push(...entries.map(({ attendee }) => attendee.serviceId));
    if (!hasNextPage) return seen;
    expect(endPosition).toBe(next + length - 1);
    next += length;
  }
}

/** A range of a list with `count` attendees, read in pages of at most `max`. */
const anyRange = fc.record({
  count: fc.nat({ max: 150 }),
  offset: fc.oneof(fc.nat({ max: 160 }), fc.constantFrom(0, 50, 100)),
  length: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constant(50)),
  max: fc.constantFrom(50, 60),
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

const anyPages = fc.integer({ min: 5, max: 100 }).chain((limit) =>
  fc.record({
    behaviour: fc.constantFrom<Behaviour[]>(
      { limit },
      { limit, isEmptyAbove: true },
      { limit, total: null },
      { limit, minimum: 15 },
      { limit, minimum: 15, total: null },
      { minimum: Infinity },
      { minimum: Infinity, total: 0 },
    ),
    beyond: fc.constantFrom('empty' as const, 'last' as const, 'first' as const),
    // A truncated page may be as long as the last of the requested pages.
    count: fc.oneof(
      fc.integer({ min: 1, max: 330 }),
      fc.integer({ min: 1, max: 5 }).map((pages) => pages * limit),
    ),
  }),
);

test('whatever pages the service has, a range is exact, in few calls, and soon in pages that it has', async () => {
  const ranges = fc.array(fc.tuple(fc.nat({ max: 340 }), fc.integer({ min: 1, max: 100 })), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(anyPages, ranges, async ({ count, beyond, behaviour }, some) => {
      const { requested, read } = serviceOf(attendees(count), { beyond, ...behaviour });
      const pageSizes = new PageSizes();
      const { limit = Infinity, minimum = 1 } = behaviour;
      await readRange(0, 100, 100, serviceOf(attendees(3), behaviour).read, pageSizes);
      // The last of larger pages may be as long as requested, until their size is known.
      const first = minimum > 1 ? [[0, 1] as const] : [];
      const last = minimum > 1 ? ([20, 20] as const) : ([0, 100] as const);
      for (const [offset, length] of [...first, ...some, [0, 100] as const, [0, 100] as const, last]) {
        requested.length = 0;
        const range = await readRange(offset, length, 100, read, pageSizes);
        expect(found(range)).toEqual(existing(count, offset, length));
        if (!('total' in behaviour) || offset + length !== count)
          expect([range.hasPreviousPage, range.hasNextPage]).toEqual([offset > 0, offset + length < count]);
        if (range.hasNextPage) expect(range.endPosition).toBe(offset + length - 1);
        expect(requested.length).toBeLessThanOrEqual(behaviour.isEmptyAbove ? 16 + length / 2 : 7 + Math.ceil(length / limit));
      }
      const largest = Math.max(limit, minimum);
      if (count > largest) expect(Math.max(...requested.map(([, size]) => size))).toBeLessThanOrEqual(largest);
      if (minimum === Infinity && count > 40) expect(requested).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
});

test('an empty page beside a total is an error if smaller pages are empty too, unless the list has become empty', async () => {
  await fc.assert(
    fc.asyncProperty(anyRange, async ({ count, offset, length, max }) => {
      const total = count + 1;
      const { read } = serviceOf([], { total });
      await expect(readRange(offset, length, max, read, new PageSizes())).rejects.toThrow(
        'expected attendees, because `total` is not 0, at $.data',
      );
      const emptied = async (page: number, size: number) => pageOf([], page === 1 && size === length ? total : 0);
      expect(await readRange(0, length, max, emptied, new PageSizes())).toMatchObject({ entries: [], hasNextPage: false });
    }),
  );
});

const anyTotal = fc.oneof(fc.constantFrom<unknown>(null, '', 'many', -1, 1.5, [], {}, 0, 0x7fffffff, 1e300), fc.nat({ max: 300 }));

test('whatever the total is, a range is the same if pages are whole, and has a next page if attendees follow', async () => {
  await fc.assert(
    fc.asyncProperty(anyRange, anyTotal, async ({ count, offset, length, max }, total) => {
      fc.pre(count > 0);
      const { requested, read } = serviceOf(attendees(count), { total });
      const range = await readRange(offset, length, max, read, new PageSizes());
      expect(found(range)).toEqual(existing(count, offset, length));
      // A wrong total that equals the records so far cannot be distinguished from the end of the list.
      if (offset + length !== count && total !== offset + length) expect(range.hasNextPage).toBe(offset + length < count);
      expect(requested.length).toBeLessThanOrEqual(6);
    }),
  );
});

test.each([
  [7, 9],
  [7, 3],
  [5, 9],
  [5, 3],
])('where 5 records are requested, a page of %i and one of %i are an error: no position is known', async (first, second) => {
  const read = async (page: number) => pageOf(attendees(page === 1 ? first : second), 40);
  await expect(readRange(5, 5, 5, read, new PageSizes())).rejects.toThrow('a page of the size of the others');
});

test('records of other activities are left out, and positions remain those of the unfiltered list', async () => {
  const { read } = serviceOf([record(1), record(2, { form_id: 1002 }), record(3), record(4, { form_id: '1001' })]);
  expect(found(await readRange(0, 10, 100, read, new PageSizes()))).toEqual([
    [1, 0],
    [3, 2],
    [4, 3],
  ]);
});

test('whatever records and total the service returns, pagination ends', async () => {
  const rowOf = fc.constantFrom<(id: number) => unknown>(
    (id) => record(id),
    (id) => record(id, { form_id: 1002 }),
    () => record(1),
    () => 'no record',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowOf, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 10 }),
      fc.oneof(fc.nat({ max: 90 }), fc.constant(null)),
      async (records, length, total) => {
        const { read } = serviceOf(
          records.map((make, index) => make(index + 1)),
          { total },
        );
        await walk(read, length);
      },
    ),
  );
});

test('paginating returns every attendee once and in order, although a page lacks some, or all of its records', async () => {
  const anyLength = fc.integer({ min: 1, max: 50 });
  await fc.assert(
    fc.asyncProperty(
      anyLength,
      fc.integer({ min: 1, max: 3 }),
      anyLength,
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      async (length, pages, ...given) => {
        const [rest, start, lacking, hasTotal] = given;
        const count = length * pages + Math.min(rest, length);
        const first = (start % (pages + 1)) * length;
        const lacks = times(1 + (lacking % length), (index) => first + index);
        // Two pages alone may look truncated: without a total, or if they are equally long.
        fc.pre(pages > 1 || (hasTotal && rest !== length - lacks.length));
        const { read } = serviceOf(attendees(count), { lacks, total: hasTotal ? count : null });
        const listed = attendees(count).filter((_, position) => !lacks.includes(position));
        expect(await walk(read, length)).toEqual(listed.map(({ id }) => id));
      },
    ),
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

test('a service that changes its pages is soon read in the fewest calls again, and at once after one page that lacked a record', async () => {
  const pageSizes = new PageSizes();
  for (const behaviour of [{}, { minimum: Infinity }, { limit: 50 }]) {
    const { requested, read } = serviceOf(attendees(257), behaviour);
    for (const offset of [100, 0, 100, 0, 0])
      expect(found(await readRange(offset, 100, 100, read, pageSizes))).toEqual(existing(257, offset, 100));
    requested.length = 0;
    await readRange(0, 50, 100, read, pageSizes);
    expect(requested).toHaveLength(1);
  }
  const sizes = new PageSizes();
  for (const behaviour of [{ lacks: [0], total: null }, {}]) {
    const { requested, read } = serviceOf(attendees(130), behaviour);
    await readRange(0, 100, 100, read, sizes);
    expect(requested[0]).toEqual([1, 100]);
  }
});

const range = fc
  .tuple(fc.oneof(fc.nat({ max: 5000 }), fc.nat({ max: 0x7fffffff })), fc.integer({ min: 1, max: 100 }))
  .chain(([start, max]) => fc.tuple(fc.constant(start), fc.integer({ min: 1, max }), fc.constant(max)));

test('the pages that are planned cover the range: one if any size allows it, else two, of the smallest such size', () => {
  fc.assert(
    fc.property(range, fc.nat({ max: 150 }), ([start, length, max], min) => {
      const sizes = times(Math.max(max, min), (index) => index + 1).filter((size) => size >= Math.max(length, min));
      const { pageSize, pages } = choosePages(start, length, max, min);
      const isOnePage = (size: number) => Math.floor(start / size) === Math.floor((start + length - 1) / size);
      expect(pageSize).toBe(sizes.find(isOnePage) ?? sizes[0]);
      expect(choosePages(start, length, pageSize, min)).toEqual({ pageSize, pages });
      expect(pages[0]).toBe(Math.floor(start / pageSize) + 1);
      expect(pages).toEqual(isOnePage(pageSize) ? [pages[0]] : [pages[0], pages[0]! + 1]);
    }),
  );
});
