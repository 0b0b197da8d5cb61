/** The pages, all of one size, that cover a range of a list. Pages count from 1. */
export interface PagePlan {
  readonly pageSize: number;
  readonly pages: readonly number[];
  /** The number of records on the first page that precede the range. */
  readonly leadingRecords: number;
}

/**
 * Plans the pages for `length` records that begin at `offset`: one page if any size up to `maxPageSize` allows it, else two, and more only if
 * `length` exceeds `maxPageSize`. Of the sizes that need equally few pages, the smallest is chosen, but none below `minPageSize`, even if that
 * exceeds the maximum. The domain reads these pages, and `graph/cost` counts them before the execution.
 */
export function planPages(offset: number, length: number, maxPageSize: number, minPageSize = 1): PagePlan {
  const smallest = Math.max(length, minPageSize);
  const largest = Math.max(maxPageSize, minPageSize);
  for (let pageSize = smallest; pageSize <= largest; pageSize += 1) {
    const leadingRecords = offset % pageSize;
    if (leadingRecords + length <= pageSize) return { pageSize, pages: [(offset - leadingRecords) / pageSize + 1], leadingRecords };
  }
  const pageSize = Math.min(smallest, largest);
  const leadingRecords = offset % pageSize;
  const first = (offset - leadingRecords) / pageSize + 1;
  const count = Math.ceil((leadingRecords + length) / pageSize);
  return { pageSize, pages: Array.from({ length: count }, (_, index) => first + index), leadingRecords };
}
