import type { Logger } from 'pino';
import { allScopes, type Caller } from '../../model/caller.js';
import { Secret } from '../../model/secret.js';
import { callerByApiKey } from './api-keys.js';
import { presentedCredential } from './credential.js';
import type { HeaderLists } from '../http/http.js';
import { comesByRouter } from './router-secrets.js';
import type { AuthenticationSettings } from '../settings.js';
import { callerByToken } from './tokens.js';

/** Who asks. null: no credential, or none that is known; the answer must not tell which. */
export type Authenticate = (headers: HeaderLists, remoteAddress: string) => Promise<Caller | null> | Caller | null;

/** Where the router is the only one with a credential, it answers for its callers. */
const router: Caller = Object.freeze({ name: 'router', scopes: allScopes });

/** Refuses everyone when neither open nor told of a credential. */
export function createAuthenticate(settings: AuthenticationSettings, log: Pick<Logger, 'error'>): Authenticate {
  if (settings.open) return (_headers, remoteAddress) => ({ name: remoteAddress, scopes: allScopes });
  const { apiKeys, jwt, routerSecrets } = settings;
  const byRouter = comesByRouter(routerSecrets);
  const routerAlone = routerSecrets.length > 0 && apiKeys.length === 0 && jwt === null;
  const byApiKey = callerByApiKey(apiKeys);
  const byToken = jwt && callerByToken(jwt, new Set(apiKeys.map(({ name }) => name)), log);
  return (headers) => {
    if (!byRouter(headers)) return null;
    if (routerAlone) return router;
    const credential = presentedCredential(headers);
    if (credential === null) return null;
    const presented = (caller: Caller | null) => caller && { ...caller, credential: new Secret(credential.text) };
    const caller = byApiKey(credential.text);
    if (caller !== null || !credential.bearer || !byToken) return presented(caller);
    return byToken(credential.text).then(presented);
  };
}
