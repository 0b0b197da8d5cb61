import type { KnownQuery } from '../../src/server/operations/known-queries.js';

/** Stands in for the known queries: none is known, so that Apollo Server runs every request. */
export class KnownQueries {
  find(): KnownQuery | undefined {
    return undefined;
  }
  add(): void {}
}
