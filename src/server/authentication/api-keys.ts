import { hash as hashOf, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../model/caller.js';
import type { AuthenticationSettings } from '../settings.js';

/** Returns a function that finds the caller of an API key, or null if the key is unknown. */
export function callerByApiKey(keys: AuthenticationSettings['apiKeys']): (key: string) => Caller | null {
  const candidates = keys.map(({ name, sha256, scopes }) => ({
    hash: Buffer.from(sha256.reveal(), 'hex'),
    caller: Object.freeze({ name, scopes }),
  }));
  return (key) => {
    const hash = hashOf('sha256', key, 'buffer');
    let caller: Caller | null = null;
    // Every key is compared, even after a match: the duration must not depend on which key matches.
    for (const candidate of candidates) if (timingSafeEqual(candidate.hash, hash)) caller = candidate.caller;
    return caller;
  };
}
