import fc from 'fast-check';
import { readWindow } from '../../src/domain/attendee-window.js';
import { PageCapacity } from '../../src/domain/page-capacity.js';
import { planPages } from '../../src/domain/window.js';
import { pageOf, row } from './service.js';

/** A service with some rows, which gives pages of at most `clamp` and says `total`. */
function serviceOf(rows: readonly unknown[], { clamp = Number.POSITIVE_INFINITY, total = rows.length as unknown } = {}) {
  const asked: [page: number, pageSize: number][] = [];
  const read = async (page: number, pageSize: number) => {
    asked.push([page, pageSize]);
    const size = Math.min(pageSize, clamp);
    return pageOf(rows.slice((page - 1) * size, page * size), total);
  };
  return { asked, read };
}

/** What a process knows that has seen such pages. */
function capacity(known: Partial<Pick<PageCapacity, 'proven' | 'cutAt' | 'limit'>>): PageCapacity {
  return Object.assign(new PageCapacity(), known);
}

const people = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));
const ids = ({ entries }: { entries: readonly { attendee: { serviceId: number }; position: number }[] }) =>
  entries.map(({ attendee, position }) => [attendee.serviceId, position]);
const expected = (count: number, offset: number, length: number) =>
  Array.from({ length: Math.max(0, Math.min(count, offset + length) - offset) }, (_, index) => [offset + index + 1, offset + index]);

const shape = fc.record({
  count: fc.nat({ max: 150 }),
  offset: fc.nat({ max: 160 }),
  length: fc.integer({ min: 1, max: 50 }),
  max: fc.integer({ min: 50, max: 60 }),
});

test('a window holds exactly its stretch of the list, each with its position, in one or two calls', async () => {
  await fc.assert(
    fc.asyncProperty(shape, async ({ count, offset, length, max }) => {
      const { asked, read } = serviceOf(people(count));
      const window = await readWindow(offset, length, max, read);
      expect(ids(window)).toEqual(expected(count, offset, length));
      expect([window.hasPreviousPage, window.hasNextPage, window.totalCount]).toEqual([offset > 0, offset + length < count, count]);
      expect(asked).toHaveLength(planPages(offset, length, max).pages.length);
    }),
  );
});

test('whatever page size the service clamps to, the window is the same, in bounded calls', async () => {
  await fc.assert(
    fc.asyncProperty(shape, fc.integer({ min: 1, max: 60 }), async ({ count, offset, length, max }, clamp) => {
      // A clamped page that is exactly the rest of the list is told from it only where it looks like a page limit.
      const plan = planPages(offset, length, max);
      fc.pre(clamp >= plan.pageSize || clamp % 10 === 0 || count - (plan.pages.at(-1)! - 1) * plan.pageSize !== clamp);
      const { asked, read } = serviceOf(people(count), { clamp });
      const window = await readWindow(offset, length, max, read, capacity({ cutAt: clamp }));
      expect(ids(window)).toEqual(expected(count, offset, length));
      expect([window.hasPreviousPage, window.hasNextPage]).toEqual([offset > 0, offset + length < count]);
      expect(asked.length).toBeLessThanOrEqual(3 + length);
    }),
  );
});

const lie = fc.oneof(fc.constantFrom<unknown>(null, '', 'many', -1, 1.5, [], {}, 0, 0x7fffffff, 1e300), fc.nat({ max: 300 }));

test('whatever the total says, the window is the same while pages are whole, and ends where the list ends', async () => {
  await fc.assert(
    fc.asyncProperty(shape, lie, async ({ count, offset, length, max }, total) => {
      const { asked, read } = serviceOf(people(count), { total });
      const window = await readWindow(offset, length, max, read);
      expect(ids(window)).toEqual(expected(count, offset, length));
      if (offset + length > count) expect(window.hasNextPage).toBe(false);
      expect(asked.length).toBeLessThanOrEqual(3 + length);
    }),
  );
});

test('walking by windows gives everyone once in order, whatever the total says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 120 }), fc.integer({ min: 1, max: 50 }), lie, async (count, length, total) => {
      // A total that is right about a page and wrong about the list ends the walk there: nothing tells it from the end.
      fc.pre(!(typeof total === 'number' && total < count && total > 0 && total % length === 0));
      const { read } = serviceOf(people(count), { total });
      const seen: number[] = [];
      for (let offset = 0; ;) {
        const window = await readWindow(offset, length, 50, read);
        seen.push(...window.entries.map(({ attendee }) => attendee.serviceId));
        if (!window.hasNextPage) break;
        offset = window.entries.at(-1)!.position + 1;
      }
      expect(seen).toEqual(people(count).map(({ id }) => id));
    }),
  );
});

test('once pages were cut short, one that by chance is as long as the rest of the list is not taken for it', async () => {
  const { asked, read } = serviceOf(people(120), { clamp: 20 });
  const known = capacity({});
  await readWindow(0, 50, 50, read, known);
  asked.length = 0;
  const window = await readWindow(100, 50, 50, read, known);
  expect(ids(window)).toEqual(expected(120, 100, 50));
  expect(asked).toEqual([
    [3, 50],
    [6, 20],
    [7, 20],
    [8, 20],
  ]);
});

test('the rest of the list costs one call, however round its length', async () => {
  const { asked, read } = serviceOf(people(120));
  expect(ids(await readWindow(100, 50, 50, read))).toEqual(expected(120, 100, 50));
  expect(asked).toEqual([[3, 50]]);
});

test('a total that is none costs totalCount and nothing else', async () => {
  const { read } = serviceOf(people(3), { total: 'many' });
  const window = await readWindow(0, 20, 100, read);
  expect(ids(window)).toHaveLength(3);
  expect(() => window.totalCount).toThrow(expect.objectContaining({ path: '$.total' }));
});

test('rows of other activities are left out, and positions stay those of the service', async () => {
  const { read } = serviceOf([row(1), row(2, { form_id: 1002 }), row(3), row(4, { form_id: '1001' })]);
  expect(ids(await readWindow(0, 10, 100, read))).toEqual([
    [1, 0],
    [3, 2],
    [4, 3],
  ]);
});

test('a page with a next one has a position to go on from, also where all its rows are of another activity', async () => {
  const foreign = Array.from({ length: 20 }, (_, index) => row(index + 1, { form_id: 1002 }));
  const { read } = serviceOf([...foreign, row(21)]);
  const window = await readWindow(0, 20, 100, read);
  expect([window.entries, window.hasNextPage, window.endPosition]).toEqual([[], true, 19]);
  const next = await readWindow(window.endPosition! + 1, 20, 100, read);
  expect([ids(next), next.hasNextPage, next.endPosition]).toEqual([[[21, 20]], false, 20]);
});

test('whatever rows and total the service gives, a walk goes on from where each page ends, and ends', async () => {
  const rowOf = fc.constantFrom<(id: number) => unknown>(
    (id) => row(id),
    (id) => row(id, { form_id: 1002 }),
    () => row(1),
    () => 'no record',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowOf, { maxLength: 60 }),
      fc.integer({ min: 1, max: 10 }),
      fc.oneof(fc.nat({ max: 90 }), fc.constant(null)),
      async (rows, length, total) => {
        const { read } = serviceOf(
          rows.map((make, index) => make(index + 1)),
          { total },
        );
        let offset = 0;
        for (let pages = 0; ; pages += 1) {
          expect(pages).toBeLessThanOrEqual(61);
          const { hasNextPage, endPosition } = await readWindow(offset, length, 50, read);
          if (!hasNextPage) break;
          expect(endPosition).toBeGreaterThanOrEqual(offset);
          offset = endPosition! + 1;
        }
      },
    ),
  );
});

test('a repeated row is given once, at its first place', async () => {
  const { read } = serviceOf([row(1), row(2), row(1), row(3)]);
  expect(ids(await readWindow(0, 10, 100, read))).toEqual([
    [1, 0],
    [2, 1],
    [3, 3],
  ]);
});

test('rows whose id is broken are each given: that is told where the id is selected', async () => {
  const { read } = serviceOf([row(1), { ...row(2), id: 'x' }, { ...row(3), id: 'y' }]);
  const { entries } = await readWindow(0, 10, 100, read);
  expect(entries.map(({ position }) => position)).toEqual([0, 1, 2]);
  expect(() => entries[1]!.attendee.serviceId).toThrow(expect.objectContaining({ path: '$.data[1].id' }));
  expect(entries[1]!.attendee.name).toBe('Attendee 2');
});

test('a page that fails fails its window', async () => {
  await expect(readWindow(0, 5, 10, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
});

test('a walk gives everyone once in order, whatever the page size the service cuts to, and soon in pages of that size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 330 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 5, max: 100 }),
      async (count, length, clamp) => {
        const { asked, read } = serviceOf(people(count), { clamp });
        const known = capacity({});
        const seen: number[] = [];
        for (let offset = 0; ;) {
          const window = await readWindow(offset, length, 100, read, known);
          seen.push(...window.entries.map(({ attendee }) => attendee.serviceId));
          if (!window.hasNextPage) break;
          offset = window.entries.at(-1)!.position + 1;
        }
        expect(seen).toEqual(people(count).map(({ id }) => id));
        // Two windows may ask for too much before the size is known.
        expect(asked.filter(([, pageSize]) => pageSize > clamp).length).toBeLessThanOrEqual(4);
      },
    ),
    { numRuns: 300 },
  );
});

test('a service that begins to cut pages short is followed all the same', async () => {
  const whole = serviceOf(people(257));
  const known = capacity({});
  await readWindow(0, 100, 100, whole.read, known);
  const { read } = serviceOf(people(257), { clamp: 50 });
  expect(ids(await readWindow(100, 100, 100, read, known))).toEqual(expected(257, 100, 100));
});

test('a total that is wrong teaches nothing of how large a page may be', async () => {
  const { read } = serviceOf(people(237), { total: 1_000_000 });
  const known = capacity({});
  expect(ids(await readWindow(200, 100, 100, read, known))).toEqual(expected(237, 200, 100));
  expect([known.cutAt, known.limit]).toEqual([null, null]);
});
