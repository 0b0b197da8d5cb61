/* The name of a stored row: a slow digest of its key. */

import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** 4 MiB of memory and some 10 ms for each name. */
const cost = { N: 4096, r: 8, p: 1 };

const derive = promisify<string, string, number, typeof cost, Buffer>(scrypt);

/**
 * Derives the name of a stored row from its key: the same name for the same key and salt.
 *
 * A key contains text that callers chose and, for `ssoLogin`, a mobile number. The name must not depend on the organiser's
 * private key: after that key is rotated, a registration must still be found by its idempotency key, or it would be sent a
 * second time. A holder of the store also holds the salt and can therefore test guesses. A plain digest would reveal every
 * mobile number within seconds; scrypt makes each guess expensive, and the salt makes guesses for one store useless for
 * another.
 */
export async function rowName(key: string, salt: string): Promise<string> {
  return (await derive(key, salt, 32, cost)).toString('base64url');
}
