/* The parts that send a write at most once: how they are made, and how their end is awaited. */

import type { AtMostOnceWrites } from '../domain/activity-dependencies.js';
import { IdempotentWrites } from '../domain/at-most-once/idempotent-writes.js';
import type { OutcomeStore } from '../domain/at-most-once/outcome-store.js';
import { WriteLocks } from '../domain/at-most-once/write-locks.js';
import type { Secret } from '../primitives/secret.js';
import { createKeyedDigest } from './keyed-digest.js';

/** Returns what performs each write at most once, over a store of outcomes. The organiser's private key is the key of the digests. */
export function createAtMostOnceWrites(store: OutcomeStore, privateKey: Secret): AtMostOnceWrites {
  const options = { store, digest: createKeyedDigest(privateKey), now: Date.now };
  return { idempotent: new IdempotentWrites(options), locks: new WriteLocks(options) };
}

/** Resolves when the running writes have ended and their outcomes are stored. */
export async function writesSettled({ idempotent, locks }: AtMostOnceWrites): Promise<void> {
  await Promise.all([idempotent.settled(), locks.settled()]);
}
