/* Secrets, found by their hash in a time that reveals nothing about them. */

import { hash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../primitives/secret.js';

export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Returns the index of the hash that a text has; -1 if it has none of them. */
export function indexOfHash(hashes: readonly Buffer[], text: string): number {
  const hashed = sha256(text);
  let found = -1;
  // All are compared, even after a match: the duration must not depend on which one matches, or how much of it.
  for (const [index, each] of hashes.entries()) if (timingSafeEqual(each, hashed)) found = index;
  return found;
}

/** Returns a function from a text to whether it is one of the secrets. */
export function createIsSecret(secrets: readonly Secret[]): (text: string) => boolean {
  const hashes = secrets.map((secret) => sha256(secret.reveal()));
  return (text) => indexOfHash(hashes, text) !== -1;
}
