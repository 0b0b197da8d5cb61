/* Hashes of credentials, which are compared in constant time. */

import { hash, timingSafeEqual } from 'node:crypto';

/** Returns the hash of a credential, by which it is compared with others of any length. */
export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * Returns the index of a hash among others, or -1. All are compared, even after a match: the duration must not depend on which one
 * matches, or how much of it.
 */
export function indexOfHash(hashes: readonly Buffer[], wanted: Buffer): number {
  let found = -1;
  for (const [index, each] of hashes.entries()) if (timingSafeEqual(each, wanted)) found = index;
  return found;
}
