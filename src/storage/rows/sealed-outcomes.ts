import type { OutcomeStore, RecordedOutcome } from '../../domain/at-most-once/outcome-store.js';
import type { OutcomeRows } from './outcome-rows.js';
import { rowName } from './row-name.js';
import type { Seal } from './seal.js';

/**
 * An outcome store over rows from which only the time of a write can be read, and not its key, input or result. A row
 * that cannot be opened, because the organiser's key was rotated or the row was altered, is an unknown outcome.
 */
export function createSealedOutcomes(rows: OutcomeRows, seal: Seal): OutcomeStore {
  return {
    nameOf: async (key, options) => rowName(key, await rows.salt(options)),
    read: async (name, options) => {
      const row = await rows.read(name, options);
      if (row === null) return null;
      const { sealed, ...known } = row;
      return { ...known, ...parse(seal.open(sealed, contextOf(name, row.startedAt))) };
    },
    begin: async (name, write, options) => {
      const { startedAt } = write;
      const row = await rows.begin(name, { startedAt, sealed: sealedPart(seal, name, { ...write, result: null }) }, options);
      return (
        row && {
          startedAt,
          obtainPermit: () => row.obtainPermit(),
          isPermitValid: () => row.isPermitValid(),
          complete: (result) => row.complete(sealedPart(seal, name, { ...write, result })),
          release: () => row.release(),
          withdraw: () => row.withdraw(),
        }
      );
    },
    clear: (name, version, options) => rows.clear(name, version, options),
    close: () => rows.close(),
  };
}

/** Seals the fingerprint and the result of a write. The name and the time are bound to them: they open together only. */
const sealedPart = (seal: Seal, name: string, { startedAt, fingerprint, result }: RecordedOutcome): string =>
  seal.seal(JSON.stringify({ fingerprint, result }), contextOf(name, startedAt));

const contextOf = (name: string, startedAt: number) => `${name} ${startedAt}`;

function parse(text: string | null): Pick<RecordedOutcome, 'fingerprint' | 'result'> {
  if (text === null) return { fingerprint: null, result: null };
  const { fingerprint, result } = JSON.parse(text) as { fingerprint: string; result: object | null };
  return { fingerprint, result };
}
