import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** 4 MiB of memory and some 10 ms for each name. */
const cost = { N: 4096, r: 8, p: 1 };

const derive = promisify<string, string, number, typeof cost, Buffer>(scrypt);

/**
 * Computes the name of a stored row from its key: the same name for the same key and salt.
 *
 * Keys contain what callers chose and, for ssoLogin, a mobile number. The name must not depend on the organiser's private key: after that
 * key is rotated a registration must still be found by its idempotency key, or it would be sent a second time. So whoever has
 * the store can compute names as well, the salt included. A plain digest would let them try every mobile number within seconds; scrypt
 * makes each attempt expensive, and the salt makes each store a task of its own.
 */
export async function rowName(key: string, salt: string): Promise<string> {
  return (await derive(key, salt, 32, cost)).toString('base64url');
}
