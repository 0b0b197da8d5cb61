import type { OutcomeRecord, OutcomeStore, StoredOutcome } from './outcome-store.js';
import { retentionMs } from './rows/outcome-rows.js';

/** An outcome store in memory, for the sandbox and for tests. Its records are lost when the process ends, so it is not for production. */
export function memoryOutcomes(now: () => number): OutcomeStore {
  const records = new Map<string, OutcomeRecord & { readonly version: string; readonly running: boolean }>();
  let versions = 0;
  const removeExpired = () => {
    for (const [name, { startedAt }] of records) {
      // Records are in the order in which they began.
      if (startedAt > now() - retentionMs) return;
      records.delete(name);
    }
  };
  const read = (name: string): StoredOutcome | null => {
    removeExpired();
    const record = records.get(name);
    return record ? { ...record, quietMs: now() - record.startedAt } : null;
  };
  /** Removes a record that no attempt of this process holds. */
  const clear = (name: string, version: string | undefined) => {
    const record = records.get(name);
    if (record && record.version === version && !record.running) records.delete(name);
  };
  return {
    nameOf: async (key) => key,
    read: async (name) => read(name),
    begin: async (name, attempt, { replacing } = {}) => {
      clear(name, replacing);
      if (records.has(name)) return null;
      const version = String((versions += 1));
      records.set(name, { ...attempt, result: null, version, running: true });
      /** Changes the record, if it is still that of this attempt. */
      const change = (changes: Partial<OutcomeRecord>) => {
        const record = records.get(name);
        if (record?.version === version) records.set(name, { ...record, ...changes, running: false });
      };
      return {
        startedAt: attempt.startedAt,
        permit: async () => true,
        isValid: () => true,
        complete: async (result) => change({ result }),
        release: async () => change({}),
        withdraw: async () => {
          change({});
          clear(name, version);
        },
      };
    },
    clear: async (name, version) => clear(name, version),
    close: async () => records.clear(),
  };
}
