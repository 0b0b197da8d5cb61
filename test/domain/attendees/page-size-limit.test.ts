import { mayBeTruncated, PageSizeLimit } from '../../../src/domain/attendees/page-size-limit.js';
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

/** What a process knows that has received a page with this many records. */
const received = (records: number): PageSizeLimit => {
  const limit = new PageSizeLimit();
  limit.recordReceived(records);
  return limit;
};
const nothingKnown = new PageSizeLimit();

// A page is truncated if the service returned fewer records than were requested although further ones exist; else it is whole.

test('a page as long as requested is whole, and proves that the other pages of the same read are whole too', () => {
  expect(mayBeTruncated(reading(100, [1, 100, 257]), nothingKnown)).toBe(false);
  expect(mayBeTruncated(reading(100, [2, 100, 257], [3, 57, 257]), nothingKnown)).toBe(false);
  expect(mayBeTruncated(reading(100, [1, 100, 257], [2, 50, 257]), nothingKnown)).toBe(false);
});

test('a page with fewer or more records than its total leaves for it may be truncated, even after larger pages', () => {
  expect(mayBeTruncated(reading(100, [1, 50, 257]), received(100))).toBe(true);
  expect(mayBeTruncated(reading(100, [3, 50, 257]), received(100))).toBe(true);
});

test('a page that begins beyond the end of the list and has records may be truncated', () => {
  expect(mayBeTruncated(reading(100, [4, 50, 257]), received(100))).toBe(true);
});

test('an empty page is not truncated', () => {
  expect(mayBeTruncated(reading(100, [1, 0, 257]), nothingKnown)).toBe(false);
  expect(mayBeTruncated(reading(100, [3, 0, 257]), nothingKnown)).toBe(false);
});

test('a first page that agrees with its total, or has no usable one, is whole', () => {
  expect(mayBeTruncated(reading(200, [1, 50, 50]), nothingKnown)).toBe(false);
  expect(mayBeTruncated(reading(100, [1, 50, 'many']), nothingKnown)).toBe(false);
});

test.each([250, 'many'])(
  'a shorter page after the first one may be truncated until a page of the requested size was received (total %j)',
  (total) => {
    expect(mayBeTruncated(reading(100, [3, 50, total]), nothingKnown)).toBe(true);
    expect(mayBeTruncated(reading(100, [3, 50, total]), received(50))).toBe(true);
    expect(mayBeTruncated(reading(100, [3, 50, total]), received(100))).toBe(false);
  },
);

test('a shorter page after the first one that agrees with its total is whole if a longer one was received', () => {
  expect(mayBeTruncated(reading(100, [3, 50, 250]), received(51))).toBe(false);
  expect(mayBeTruncated(reading(100, [3, 50, 'many']), received(51))).toBe(true);
});

test('a limit that is recorded twice in succession is confirmed', () => {
  const limit = new PageSizeLimit();
  for (const size of [50, 20]) {
    limit.recordTruncated(size);
    expect(limit.confirmed).toBeNull();
  }
  limit.recordTruncated(20);
  expect(limit.confirmed).toBe(20);
});

test('the largest page grows with those received, and shrinks to a limit', () => {
  const limit = received(100);
  limit.recordReceived(30);
  expect(limit.largestReceived).toBe(100);
  limit.recordTruncated(50);
  expect(limit.largestReceived).toBe(50);
});
