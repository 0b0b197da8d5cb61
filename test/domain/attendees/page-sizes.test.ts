import { areCredible, PageSizes } from '../../../src/domain/attendees/page-sizes.js';
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
const received = (records: number): PageSizes => {
  const sizes = new PageSizes();
  sizes.recordReceived(records);
  return sizes;
};
const nothingKnown = new PageSizes();

test('pages that have as many records as their totals leave for them are credible', () => {
  for (const total of [50, '50']) expect(areCredible(reading(100, [1, 50, total]), nothingKnown)).toBe(true);
  expect(areCredible(reading(100, [1, 100, 257]), nothingKnown)).toBe(true);
  expect(areCredible(reading(100, [2, 100, 257], [3, 57, 257]), nothingKnown)).toBe(true);
  expect(areCredible(reading(100, [4, 0, 257]), nothingKnown)).toBe(true);
});

test.each([
  ['fewer records', reading(100, [1, 50, 257])],
  ['more records', reading(20, [1, 55, 55])],
  ['no record', reading(100, [3, 0, 257])],
  ['records after the end of the list', reading(100, [4, 50, 257])],
  ['more records in another page', reading(100, [1, 100, 150], [2, 51, 150])],
])('a page that has %s than its total leaves for it is not credible, even after larger pages', (_, pages) => {
  expect(areCredible(pages, received(1000))).toBe(false);
});

test('a shorter page after the first one that agrees with its total is credible once a longer page was received', () => {
  expect(areCredible(reading(100, [3, 50, 250]), nothingKnown)).toBe(false);
  expect(areCredible(reading(100, [3, 50, 250]), received(50))).toBe(false);
  expect(areCredible(reading(100, [3, 50, 250]), received(51))).toBe(true);
});

test.each(['many', null, -1, 0])('with the unusable total %j, only a full page 1 is credible', (total) => {
  expect(areCredible(reading(100, [1, 100, total]), nothingKnown)).toBe(true);
  expect(areCredible(reading(100, [1, 50, total]), received(100))).toBe(false);
  expect(areCredible(reading(100, [2, 100, total]), received(100))).toBe(false);
});

const pageSize = (sizes: PageSizes, length: number) => sizes.plan(0, length, 100).pageSize;

test('a smaller size that is recorded twice in succession is the largest that is requested', () => {
  const sizes = new PageSizes();
  for (const size of [50, 20]) {
    sizes.recordSize(100, size);
    expect(pageSize(sizes, 100)).toBe(100);
  }
  sizes.recordSize(100, 20);
  expect([pageSize(sizes, 100), pageSize(sizes, 5), sizes.received]).toEqual([20, 5, 20]);
});

test('a larger size is the smallest that is requested, until the service returns smaller pages', () => {
  const sizes = new PageSizes();
  sizes.recordSize(5, 15);
  expect([pageSize(sizes, 5), pageSize(sizes, 20)]).toEqual([15, 20]);
  sizes.recordSize(5, 200);
  expect(pageSize(sizes, 5)).toBe(200);
  sizes.recordSize(200, 100);
  expect(pageSize(sizes, 5)).toBe(5);
});
