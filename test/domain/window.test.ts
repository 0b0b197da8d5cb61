import fc from 'fast-check';
import { planPages } from '../../src/domain/window.js';

const offset = fc.oneof(fc.nat({ max: 5000 }), fc.nat({ max: 0x7fffffff }));
const maxPageSize = fc.integer({ min: 1, max: 100 });
const window = fc
  .tuple(offset, maxPageSize)
  .chain(([start, max]) => fc.tuple(fc.constant(start), fc.integer({ min: 1, max }), fc.constant(max)));

test('the pages cover the window, are consecutive, and none is larger than allowed', () => {
  fc.assert(
    fc.property(offset, fc.integer({ min: 1, max: 300 }), maxPageSize, (start, length, max) => {
      const { pageSize, pages, lead } = planPages(start, length, max);
      expect(pageSize).toBeGreaterThanOrEqual(1);
      expect(pageSize).toBeLessThanOrEqual(max);
      expect(pages.map((page) => page - pages[0]!)).toEqual(pages.map((_, index) => index));
      expect((pages[0]! - 1) * pageSize + lead).toBe(start);
      expect(lead).toBeLessThan(pageSize);
      expect(pages.length * pageSize).toBeGreaterThanOrEqual(lead + length);
      expect((pages.length - 1) * pageSize).toBeLessThan(lead + length);
    }),
  );
});

test('one call where any page size allows it, the smallest of those sizes, and two otherwise', () => {
  fc.assert(
    fc.property(window, ([start, length, max]) => {
      const sizes = Array.from({ length: max }, (_, index) => index + 1);
      const fitting = sizes.filter((size) => Math.floor(start / size) === Math.floor((start + length - 1) / size));
      const { pageSize, pages } = planPages(start, length, max);
      expect(pages).toHaveLength(fitting.length > 0 ? 1 : 2);
      if (fitting.length > 0) expect(pageSize).toBe(fitting[0]);
    }),
  );
});

test.each<[offset: number, length: number, max: number, pageSize: number, pages: number[], lead: number]>([
  [0, 20, 100, 20, [1], 0],
  [20, 20, 100, 20, [2], 0],
  [10, 20, 100, 30, [1], 10],
  [15, 20, 100, 35, [1], 15],
  [99, 2, 100, 3, [34], 0],
  [99, 100, 100, 100, [1, 2], 99],
  [0, 100, 7, 7, Array.from({ length: 15 }, (_, index) => index + 1), 0],
])('offset %i, length %i, at most %i a page: size %i, pages %j, lead %i', (start, length, max, pageSize, pages, lead) => {
  expect(planPages(start, length, max)).toEqual({ pageSize, pages, lead });
});
