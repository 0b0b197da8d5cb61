import { Secret } from '../../primitives/secret.js';
import type { Caller } from '../../records/caller.js';
import type { AuthenticationSettings } from '../server-settings.js';
import { indexOfHash, sha256 } from './sha256.js';

/**
 * Returns a function that finds the caller of an API key, or null if the key is unknown. The same key has the same caller object
 * each time, so that results can be stored by that object.
 *
 * Keys that were verified are stored, at most as many as are configured, so each is hashed once. The lookup reveals nothing about them by
 * its duration: a Map compares a string with a stored one only if their hashes are equal, and V8 computes these with a secret of the
 * process. All other strings are hashed and compared in constant time.
 */
export function createCallerByApiKey(keys: AuthenticationSettings['apiKeys']): (key: string) => Caller | null {
  const hashes = keys.map(({ sha256: configured }) => Buffer.from(configured.reveal(), 'hex'));
  const verified = new Map<string, Caller>();
  return (key) => {
    const known = verified.get(key);
    if (known !== undefined) return known;
    const found = keys[indexOfHash(hashes, sha256(key))];
    if (found === undefined) return null;
    const { sha256: _configured, ...rights } = found;
    const caller = Object.freeze({ ...rights, credential: new Secret(key) });
    verified.set(key, caller);
    return caller;
  };
}
