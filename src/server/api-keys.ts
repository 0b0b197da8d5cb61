import { createHash, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../model/caller.js';
import type { HeaderLists } from './http.js';
import type { AuthenticationSettings } from './settings.js';

/** The caller of the one key that the headers carry, in `Authorization: Bearer KEY` or in `x-api-key: KEY`. */
export function callerByApiKey(keys: AuthenticationSettings['apiKeys']): (headers: HeaderLists) => Caller | null {
  const known = keys.map(({ name, sha256, scopes }) => ({
    hash: Buffer.from(sha256.reveal(), 'hex'),
    caller: Object.freeze({ name, scopes }),
  }));
  return (headers) => {
    const key = presentedKey(headers);
    if (key === null) return null;
    const hash = createHash('sha256').update(key).digest();
    let caller: Caller | null = null;
    // Every key is compared, whichever matches: the time taken tells nothing.
    for (const candidate of known) if (timingSafeEqual(candidate.hash, hash)) caller = candidate.caller;
    return caller;
  };
}

/** @returns null where there is no key, or more than one. */
function presentedKey(headers: HeaderLists): string | null {
  const bearers = headers['authorization'] ?? [];
  const keys = headers['x-api-key'] ?? [];
  if (bearers.length + keys.length !== 1) return null;
  const key = bearers.length === 1 ? /^Bearer +(\S+)$/i.exec(bearers[0]!)?.[1] : keys[0];
  return key === undefined || key === '' ? null : key;
}
