/* Stores of outcomes in memory, and clocks for them. */

import type { OutcomeStore } from '../../src/domain/at-most-once/outcome-store.js';
import type { Seal } from '../../src/storage/seal.js';
import { type StoreClock, openSqliteOutcomes } from '../../src/storage/sqlite/sqlite-outcomes.js';

/** Both clocks of a store from one, which is never set. */
export const steadyClock = (now: () => number): StoreClock => ({ wallMs: now, steadyMs: now });

/** Encrypts nothing. As with the real one, no two sealed texts are equal. */
export function createPlainSeal(): Seal {
  let count = 0;
  return { seal: (text) => `${(count += 1)} ${text}`, open: (sealed) => sealed.slice(sealed.indexOf(' ') + 1) };
}

/** An outcome store in memory, whose names are the keys: digests would be slow. @param now milliseconds since the epoch */
export const outcomesInMemory = (now: () => number = Date.now): OutcomeStore => ({
  ...openSqliteOutcomes(':memory:', createPlainSeal(), { clock: steadyClock(now) }),
  nameOf: async (key) => key,
});
