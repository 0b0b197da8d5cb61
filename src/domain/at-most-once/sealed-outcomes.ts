import type { OutcomeRows } from './outcome-rows.js';
import type { OutcomeRecord, OutcomeStore, StoredResult } from './outcome-store.js';
import { rowName } from './row-name.js';
import type { Seal } from './seal.js';

/**
 * Remembers outcomes in rows that show nothing but when a write began: no key, input or result. A row that cannot be opened, because the
 * organiser's key was rotated or the row was altered, is a write whose outcome is unknown: it is never sent again.
 */
export function sealedOutcomes(rows: OutcomeRows, seal: Seal): OutcomeStore {
  return {
    locate: async (key) => rowName(key, await rows.salt()),
    read: async (name) => {
      const row = await rows.read(name);
      return row && { startedAt: row.startedAt, ...opened(seal.open(row.sealed, contextOf(name, row.startedAt))) };
    },
    begin: async (name, record) =>
      rows.add(name, { startedAt: record.startedAt, sealed: sealedRecord(seal, name, { ...record, result: null }) }),
    finish: async (name, record) => rows.replace(name, sealedRecord(seal, name, record)),
    forget: (name) => rows.remove(name),
    close: () => rows.close(),
  };
}

/** Seals all of a record but when it began, which is bound to it. */
export const sealedRecord = (seal: Seal, name: string, { startedAt, fingerprint, result }: OutcomeRecord): string =>
  seal.seal(JSON.stringify({ fingerprint, result }), contextOf(name, startedAt));

const contextOf = (name: string, startedAt: number) => `${name} ${startedAt}`;

function opened(text: string | null): Pick<OutcomeRecord, 'fingerprint' | 'result'> {
  if (text === null) return { fingerprint: null, result: null };
  const { fingerprint, result } = JSON.parse(text) as { fingerprint: string; result: StoredResult | null };
  return { fingerprint, result };
}
