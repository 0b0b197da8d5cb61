import type { OutcomeRow, OutcomeRows } from '../../../src/domain/at-most-once/outcome-rows.js';

/** Outcome rows in memory, which a test can read and alter. */
export function fakeRows(salt = 'salt'): OutcomeRows & { readonly rows: Map<string, OutcomeRow> } {
  const rows = new Map<string, OutcomeRow>();
  return {
    rows,
    salt: async () => salt,
    read: async (name) => rows.get(name) ?? null,
    add: async (name, row) => !rows.has(name) && !!rows.set(name, row),
    replace: async (name, sealed) => void rows.set(name, { ...rows.get(name)!, sealed }),
    remove: async (name) => void rows.delete(name),
    close: async () => rows.clear(),
  };
}
