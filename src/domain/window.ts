/** Which pages of which size cover a window of a list. Pages count from 1. */
export interface PagePlan {
  readonly pageSize: number;
  readonly pages: readonly number[];
  /** How many records before the window the first page begins. */
  readonly lead: number;
}

/**
 * Covers the records from `offset` on with the fewest pages of at most `maxPageSize` records, and among those with the
 * smallest: one page where any size allows it, two otherwise, more only where the window is longer than a page may be.
 */
export function planPages(offset: number, length: number, maxPageSize: number): PagePlan {
  for (let pageSize = length; pageSize <= maxPageSize; pageSize += 1) {
    const lead = offset % pageSize;
    if (lead + length <= pageSize) return { pageSize, pages: [(offset - lead) / pageSize + 1], lead };
  }
  const pageSize = Math.min(length, maxPageSize);
  const lead = offset % pageSize;
  const first = (offset - lead) / pageSize + 1;
  const count = Math.ceil((lead + length) / pageSize);
  return { pageSize, pages: Array.from({ length: count }, (_, index) => first + index), lead };
}
