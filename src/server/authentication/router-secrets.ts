import type { HeaderLists } from '../http/handler.js';
import type { AuthenticationSettings } from '../server-settings.js';
import { indexOfHash, sha256 } from './sha256.js';

/** Returns a function that checks whether a request has one of the gateway's secrets in `Router-Authorization`; null without secrets. */
export function createHasRouterSecret(secrets: AuthenticationSettings['routerSecrets']): ((headers: HeaderLists) => boolean) | null {
  if (secrets.length === 0) return null;
  const accepted = secrets.map((secret) => sha256(secret.reveal()));
  // Verified once, then remembered; see api-keys.ts for why the lookup is safe.
  const verified = new Set<string>();
  return (headers) => {
    const [sent, second] = headers['router-authorization'] ?? [];
    if (sent === undefined || second !== undefined) return false;
    if (verified.has(sent)) return true;
    const isAccepted = indexOfHash(accepted, sha256(sent)) !== -1;
    if (isAccepted) verified.add(sent);
    return isAccepted;
  };
}
