import { hash as hashOf, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../model/caller.js';
import type { AuthenticationSettings } from '../settings.js';

/** Knows callers by their API keys. */
export function callerByApiKey(keys: AuthenticationSettings['apiKeys']): (key: string) => Caller | null {
  const known = keys.map(({ name, sha256, scopes }) => ({
    hash: Buffer.from(sha256.reveal(), 'hex'),
    caller: Object.freeze({ name, scopes }),
  }));
  return (key) => {
    const hash = hashOf('sha256', key, 'buffer');
    let caller: Caller | null = null;
    // Every key is compared, whichever matches: the time taken tells nothing.
    for (const candidate of known) if (timingSafeEqual(candidate.hash, hash)) caller = candidate.caller;
    return caller;
  };
}
