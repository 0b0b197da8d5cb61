import { allScopes, type Caller } from '../model/caller.js';
import { callerByApiKey } from './api-keys.js';
import type { HeaderLists } from './http.js';
import type { AuthenticationSettings } from './settings.js';

/** Who asks. null: no credential, or none that is known; the answer must not tell which. */
export type Authenticate = (headers: HeaderLists, remoteAddress: string) => Promise<Caller | null> | Caller | null;

/** Refuses everyone when neither open nor told of a key. */
export function createAuthenticate(settings: AuthenticationSettings): Authenticate {
  if (settings.open) return (_headers, remoteAddress) => ({ name: remoteAddress, scopes: allScopes });
  const byApiKey = callerByApiKey(settings.apiKeys);
  return (headers) => byApiKey(headers);
}
