import type { OutcomeRow, OutcomeRows } from '../../../src/storage/rows/outcome-rows.js';

/** Outcome rows in memory, which a test can read and alter. */
export function fakeRows(salt = 'salt'): OutcomeRows & { readonly rows: Map<string, OutcomeRow> } {
  const rows = new Map<string, OutcomeRow>();
  return {
    rows,
    salt: async () => salt,
    read: async (name) => {
      const row = rows.get(name);
      return row ? { ...row, version: row.sealed, running: false, quietMs: 0 } : null;
    },
    begin: async (name, row) => {
      if (rows.has(name)) return null;
      rows.set(name, row);
      return {
        obtainPermit: async () => true,
        isPermitValid: () => true,
        complete: async (sealed) => void rows.set(name, { ...row, sealed }),
        release: async () => {},
        withdraw: async () => void rows.delete(name),
      };
    },
    clear: async (name) => void rows.delete(name),
    close: async () => rows.clear(),
  };
}
