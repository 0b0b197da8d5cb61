import { rememberedMs, type OutcomeRecord, type OutcomeStore } from './outcome-store.js';

/** Remembers as long as the process lives: enough for a sandbox, not for a service that matters. */
export function memoryOutcomes(now: () => number): OutcomeStore {
  const records = new Map<string, OutcomeRecord>();
  const forgetOld = () => {
    for (const [key, { startedAt }] of records) {
      if (startedAt > now() - rememberedMs) return;
      records.delete(key);
    }
  };
  return {
    locate: async (key) => key,
    read: async (key) => {
      forgetOld();
      return records.get(key) ?? null;
    },
    begin: async (key, record) => {
      if (records.has(key)) return false;
      records.set(key, { ...record, result: null });
      return true;
    },
    finish: async (key, record) => {
      if (records.has(key)) records.set(key, record);
    },
    forget: async (key) => void records.delete(key),
    close: async () => records.clear(),
  };
}
