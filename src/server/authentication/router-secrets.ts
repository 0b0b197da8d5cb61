import { createHash, timingSafeEqual } from 'node:crypto';
import type { HeaderLists } from '../http/http.js';
import type { AuthenticationSettings } from '../settings.js';

/** Whether a request came by a router that knows one of the secrets. Without secrets, any request may come. */
export function comesByRouter(secrets: AuthenticationSettings['routerSecrets']): (headers: HeaderLists) => boolean {
  const known = secrets.map((secret) => sha256(secret.reveal()));
  return (headers) => {
    if (known.length === 0) return true;
    const [given, another] = headers['router-authorization'] ?? [];
    if (given === undefined || another !== undefined) return false;
    const hash = sha256(given);
    // Every secret is compared, whichever matches: the time taken tells nothing.
    return known.map((secret) => timingSafeEqual(secret, hash)).includes(true);
  };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
