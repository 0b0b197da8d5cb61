import { PageSizeLimit, truncatedSize } from '../../../src/domain/attendees/page-size-limit.js';
import { pageOf, record } from '../service.js';

/** Pages of one reading: the number of each, the records that it has, and the total that it states. */
function reading(pageSize: number, ...pages: readonly [number: number, received: number, total: unknown][]) {
  return {
    plan: { pageSize, pages: pages.map(([number]) => number), leadingRecords: 0 },
    pages: pages.map(([, received, total]) =>
      pageOf(
        Array.from({ length: received }, (_, index) => record(index + 1)),
        total,
      ),
    ),
  };
}

/** What a process knows that has received pages: the largest whole one, and the size to which pages were truncated. */
const knowing = (known: Partial<PageSizeLimit>) => Object.assign(new PageSizeLimit(), known);
const nothingKnown = new PageSizeLimit();

test('a page as long as requested is whole, and proves that the other pages of the same read are whole too', () => {
  expect(truncatedSize(reading(100, [1, 100, 257]), nothingKnown)).toBeNull();
  expect(truncatedSize(reading(100, [1, 100, 257], [2, 50, 257]), nothingKnown)).toBeNull();
});

test('a page that has fewer records than its total promises is truncated to that number', () => {
  expect(truncatedSize(reading(100, [1, 50, 257]), nothingKnown)).toBe(50);
  expect(truncatedSize(reading(100, [3, 50, 257]), nothingKnown)).toBe(50);
});

test('a page that begins beyond the end of the list and has records is truncated', () => {
  expect(truncatedSize(reading(100, [4, 50, 257]), nothingKnown)).toBe(50);
});

test('of several truncated pages the longest shows the size', () => {
  expect(truncatedSize(reading(100, [2, 50, 257], [3, 7, 257]), nothingKnown)).toBe(50);
});

test('an empty page and a page without a usable total prove nothing', () => {
  expect(truncatedSize(reading(100, [1, 0, 257]), nothingKnown)).toBeNull();
  expect(truncatedSize(reading(100, [1, 50, 'many']), nothingKnown)).toBeNull();
});

describe('pages exactly as long as the rest of the list', () => {
  test('a page as long as the rest of the list is taken for the rest while nothing is known', () => {
    expect(truncatedSize(reading(50, [3, 20, 120]), nothingKnown)).toBeNull();
  });

  test('a page as long as the rest of the list may be truncated if pages were truncated to a smaller size before', () => {
    expect(truncatedSize(reading(50, [3, 20, 120]), knowing({ suspected: 20 }))).toBe(20);
    expect(truncatedSize(reading(50, [3, 20, 120]), knowing({ suspected: 50 }))).toBeNull();
  });

  test('a page as long as the rest of the list may be truncated if more than 100 records were requested and a multiple of ten was received', () => {
    expect(truncatedSize(reading(200, [2, 50, 250]), nothingKnown)).toBe(50);
    expect(truncatedSize(reading(200, [2, 57, 257]), nothingKnown)).toBeNull();
    expect(truncatedSize(reading(100, [3, 50, 250]), nothingKnown)).toBeNull();
  });

  test('a page as long as the rest of the list is the rest if a page of the requested size was whole before', () => {
    expect(truncatedSize(reading(200, [2, 50, 250]), knowing({ largestWhole: 200 }))).toBeNull();
    expect(truncatedSize(reading(200, [2, 50, 250]), knowing({ largestWhole: 199 }))).toBe(50);
  });

  test('a first page as long as the whole list is whole', () => {
    expect(truncatedSize(reading(200, [1, 50, 50]), knowing({ suspected: 20 }))).toBeNull();
  });
});

test('a limit that is recorded twice in succession is confirmed', () => {
  const limit = new PageSizeLimit();
  limit.recordTruncated(50);
  expect([limit.suspected, limit.confirmed]).toEqual([50, null]);
  limit.recordTruncated(20);
  expect([limit.suspected, limit.confirmed]).toEqual([20, null]);
  limit.recordTruncated(20);
  expect([limit.suspected, limit.confirmed]).toEqual([20, 20]);
});

test('the largest whole page grows with whole pages, and a limit ends the trust in larger ones', () => {
  const limit = new PageSizeLimit();
  limit.recordWhole(100);
  limit.recordWhole(30);
  expect(limit.largestWhole).toBe(100);
  limit.recordTruncated(50);
  expect(limit.largestWhole).toBe(50);
});
