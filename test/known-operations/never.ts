import type { KnownOperation } from '../../src/server/operations/known-operations.js';

/** Stands in for the known operations: none is known, so that Apollo Server runs every request. */
export class KnownOperations {
  find(): KnownOperation | undefined {
    return undefined;
  }
  learn(): void {}
}
