/* Secrets, found by their hash in a time that reveals nothing about them. */

import { hash as digest, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../primitives/secret.js';

/**
 * Returns a function that finds the index of the hash that a text has; -1 if it has none of them. The hashes are SHA-256 in hex, lower case.
 *
 * Texts that were found are stored, at most as many as there are hashes, so each is hashed once. The lookup reveals nothing about them by
 * its duration: a Map compares a string with a stored one only if their hashes are equal, and V8 computes these with a secret of the
 * process. All other texts are hashed and compared in constant time.
 */
export function createFindByHash(hashes: readonly string[]): (text: string) => number {
  const buffers = hashes.map((hash) => Buffer.from(hash));
  const found = new Map<string, number>();
  return (text) => {
    const known = found.get(text);
    if (known !== undefined) return known;
    const hash = Buffer.from(digest('sha256', text));
    let index = -1;
    // All are compared, even after a match: the duration must not depend on which one matches, or how much of it.
    for (const [at, each] of buffers.entries()) if (timingSafeEqual(each, hash)) index = at;
    if (index !== -1) found.set(text, index);
    return index;
  };
}

/** Returns a function from a text to whether it is one of the secrets. */
export function createIsSecret(secrets: readonly Secret[]): (text: string) => boolean {
  const find = createFindByHash(secrets.map((secret) => digest('sha256', secret.reveal())));
  return (text) => find(text) !== -1;
}
