/** The pages, all of one size, that cover a range of a list. Pages count from 1. */
export interface PagePlan {
  readonly pageSize: number;
  readonly pages: readonly number[];
  /** The number of rows on the first page that precede the range. */
  readonly leadingRows: number;
}

/**
 * Plans the pages for `length` rows from `offset` on: one page if any size up to `maxPageSize` allows it, else two, and
 * more only if `length` exceeds `maxPageSize`. Of the sizes that need equally few pages, the smallest is chosen.
 */
export function planPages(offset: number, length: number, maxPageSize: number): PagePlan {
  for (let pageSize = length; pageSize <= maxPageSize; pageSize += 1) {
    const leadingRows = offset % pageSize;
    if (leadingRows + length <= pageSize) return { pageSize, pages: [(offset - leadingRows) / pageSize + 1], leadingRows };
  }
  const pageSize = Math.min(length, maxPageSize);
  const leadingRows = offset % pageSize;
  const first = (offset - leadingRows) / pageSize + 1;
  const count = Math.ceil((leadingRows + length) / pageSize);
  return { pageSize, pages: Array.from({ length: count }, (_, index) => first + index), leadingRows };
}
