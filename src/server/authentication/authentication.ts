/* Authenticates requests: API keys, tokens, router secrets, in one function. */

import type { Logger } from 'pino';
import { allScopes, isSelfScope, scopes, type Caller, type Scope } from '../../model/caller.js';
import { Secret } from '../../primitives/secret.js';
import { callerByApiKey } from './api-keys.js';
import { presentedCredential } from './credential.js';
import type { HeaderLists } from '../http/handler.js';
import { bearsRouterSecret } from './router-secrets.js';
import type { AuthenticationSettings } from '../server-settings.js';
import { callerByToken } from './tokens.js';

/** Returns the caller of a request, or null for a missing or an unknown credential. The response must not reveal which. */
export type Authenticate = (headers: HeaderLists, remoteAddress: string) => Promise<Caller | null> | Caller | null;

/** Like Authenticate, with the request's id for the audit. */
export type AuthenticateRequest = (
  headers: HeaderLists,
  remoteAddress: string,
  requestId: string,
) => Promise<Caller | null> | Caller | null;

/**
 * The caller of every request if router secrets are the only authentication configured. A request that bears the secret has
 * every scope on data (`allScopes`) except `self:*`: the gateway must authorise.
 */
const routerOf = (everyScope: ReadonlySet<Scope>): Caller =>
  Object.freeze({ name: 'router', scopes: new Set([...everyScope].filter((scope) => !isSelfScope(scope))) });

/**
 * Creates the authentication from its settings. Without `open` and without any credential it refuses every request.
 * @param ownScopes the scopes that bound operations have of their own
 */
export function createAuthenticate(
  settings: AuthenticationSettings,
  log: Pick<Logger, 'error'>,
  ownScopes: readonly Scope[] = [],
): Authenticate {
  const everyScope = new Set([...allScopes, ...ownScopes]);
  if (settings.open) return (_headers, remoteAddress) => ({ name: remoteAddress, scopes: everyScope });
  const { apiKeys, jwt, routerSecrets } = settings;
  const isFromRouter = bearsRouterSecret(routerSecrets);
  const routerOnly = routerSecrets.length > 0 && apiKeys.length === 0 && jwt === null;
  const router = routerOf(everyScope);
  const byApiKey = callerByApiKey(apiKeys);
  const byToken = jwt && callerByToken(jwt, new Set(apiKeys.map(({ name }) => name)), log, [...scopes, ...ownScopes]);
  return (headers) => {
    if (!isFromRouter(headers)) return null;
    if (routerOnly) return router;
    const credential = presentedCredential(headers);
    if (credential === null) return null;
    const caller = byApiKey(credential.text);
    if (caller !== null || !credential.bearer || !byToken) return caller;
    return byToken(credential.text).then((bearer) => bearer && { ...bearer, credential: new Secret(credential.text) });
  };
}
