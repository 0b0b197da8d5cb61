/* The store of outcomes in memory. */

import { retentionMs, type OutcomeStore, type RecordedOutcome, type StoredWrite } from '../../domain/at-most-once/outcome-store.js';

/** A row, with the time at which its write ended; null while it is in progress. */
type Row = RecordedOutcome & { readonly version: string; readonly endedAt: number | null };

/** An outcome store in memory, where no file and no Redis is set. Its rows are lost when the process ends, so it is not for production. */
export function createMemoryOutcomes(now: () => number): OutcomeStore {
  const rows = new Map<string, Row>();
  let versions = 0;
  const removeExpired = () => {
    for (const [name, { startedAt }] of rows) {
      // Rows are in the order in which they began.
      if (startedAt > now() - retentionMs) return;
      rows.delete(name);
    }
  };
  const read = (name: string): StoredWrite | null => {
    removeExpired();
    const row = rows.get(name);
    if (!row) return null;
    const { endedAt, ...known } = row;
    return { ...known, running: endedAt === null, quietMs: endedAt === null ? 0 : now() - endedAt };
  };
  /** Removes a row that no write of this process holds. */
  const clear = (name: string, version: string | undefined) => {
    const row = rows.get(name);
    if (row && row.version === version && row.endedAt !== null) rows.delete(name);
  };
  return {
    nameOf: async (key) => key,
    read: async (name) => read(name),
    begin: async (name, write, { replacing } = {}) => {
      clear(name, replacing);
      if (rows.has(name)) return null;
      const version = String((versions += 1));
      rows.set(name, { ...write, result: null, version, endedAt: null });
      /** Ends the write, and changes its row, if it still belongs to this write. */
      const end = (changes: Partial<RecordedOutcome>) => {
        const row = rows.get(name);
        if (row?.version === version) rows.set(name, { ...row, ...changes, endedAt: now() });
      };
      return {
        startedAt: write.startedAt,
        obtainPermit: async () => true,
        isPermitValid: () => true,
        complete: async (result) => end({ result }),
        release: async () => end({}),
        withdraw: async () => {
          end({});
          clear(name, version);
        },
      };
    },
    clear: async (name, version) => clear(name, version),
    close: async () => rows.clear(),
  };
}
