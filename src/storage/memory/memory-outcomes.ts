import { retentionMs, type OutcomeStore, type RecordedOutcome, type StoredWrite } from '../../domain/at-most-once/outcome-store.js';

/** An outcome store in memory, where no file and no Redis is set. Its rows are lost when the process ends, so it is not for production. */
export function createMemoryOutcomes(now: () => number): OutcomeStore {
  const rows = new Map<string, RecordedOutcome & { readonly version: string; readonly running: boolean }>();
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
    return row ? { ...row, quietMs: now() - row.startedAt } : null;
  };
  /** Removes a row that no write of this process holds. */
  const clear = (name: string, version: string | undefined) => {
    const row = rows.get(name);
    if (row && row.version === version && !row.running) rows.delete(name);
  };
  return {
    nameOf: async (key) => key,
    read: async (name) => read(name),
    begin: async (name, write, { replacing } = {}) => {
      clear(name, replacing);
      if (rows.has(name)) return null;
      const version = String((versions += 1));
      rows.set(name, { ...write, result: null, version, running: true });
      /** Changes the row, if it still belongs to this write. */
      const change = (changes: Partial<RecordedOutcome>) => {
        const row = rows.get(name);
        if (row?.version === version) rows.set(name, { ...row, ...changes, running: false });
      };
      return {
        startedAt: write.startedAt,
        obtainPermit: async () => true,
        isPermitValid: () => true,
        complete: async (result) => change({ result }),
        release: async () => change({}),
        withdraw: async () => {
          change({});
          clear(name, version);
        },
      };
    },
    clear: async (name, version) => clear(name, version),
    close: async () => rows.clear(),
  };
}
