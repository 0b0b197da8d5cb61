import fc from 'fast-check';
import { planPages } from '../../../src/domain/reads/page-plan.js';

const offset = fc.oneof(fc.nat({ max: 5000 }), fc.nat({ max: 0x7fffffff }));
const maxPageSize = fc.integer({ min: 1, max: 100 });
const range = fc
  .tuple(offset, maxPageSize)
  .chain(([start, max]) => fc.tuple(fc.constant(start), fc.integer({ min: 1, max }), fc.constant(max)));

test('the planned pages cover the range, are consecutive, and none is larger than allowed', () => {
  fc.assert(
    fc.property(offset, fc.integer({ min: 1, max: 300 }), maxPageSize, (start, length, max) => {
      const { pageSize, pages, leadingRecords } = planPages(start, length, max);
      expect(pageSize).toBeGreaterThanOrEqual(1);
      expect(pageSize).toBeLessThanOrEqual(max);
      expect(pages.map((page) => page - pages[0]!)).toEqual(pages.map((_, index) => index));
      expect((pages[0]! - 1) * pageSize + leadingRecords).toBe(start);
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
      const { pageSize, pages } = planPages(start, length, max);
      expect(pages).toHaveLength(fitting.length > 0 ? 1 : 2);
      if (fitting.length > 0) expect(pageSize).toBe(fitting[0]);
    }),
  );
});

test.each<[length: number, offset: number, max: number, pages: number[], pageSize: number, leadingRecords: number]>([
  [20, 0, 100, [1], 20, 0],
  [20, 20, 100, [2], 20, 0],
  [20, 10, 100, [1], 30, 10],
  [20, 15, 100, [1], 35, 15],
  [2, 99, 100, [34], 3, 0],
  [100, 99, 100, [1, 2], 100, 99],
  [100, 0, 7, Array.from({ length: 15 }, (_, index) => index + 1), 7, 0],
])(
  '%i records from offset %i, in pages of at most %i, are read as the pages %j of %i records, the first of which has %i records before them',
  (length, start, max, pages, pageSize, leadingRecords) => {
    expect(planPages(start, length, max)).toEqual({ pageSize, pages, leadingRecords });
  },
);
