import { retentionMs, type OutcomeRecord, type OutcomeStore } from './outcome-store.js';

/** An outcome store in memory. It loses its records with the process: for the sandbox and for tests, not for production. */
export function memoryOutcomes(now: () => number): OutcomeStore {
  const records = new Map<string, OutcomeRecord>();
  const removeExpired = () => {
    for (const [name, { startedAt }] of records) {
      // Records are in the order in which they began.
      if (startedAt > now() - retentionMs) return;
      records.delete(name);
    }
  };
  return {
    nameOf: async (key) => key,
    read: async (name) => {
      removeExpired();
      return records.get(name) ?? null;
    },
    begin: async (name, attempt) => {
      if (records.has(name)) return false;
      records.set(name, { ...attempt, result: null });
      return true;
    },
    finish: async (name, record) => {
      if (records.has(name)) records.set(name, record);
    },
    forget: async (name) => void records.delete(name),
    close: async () => records.clear(),
  };
}
