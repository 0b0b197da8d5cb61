/* Authenticates requests: API keys, tokens, router secrets, in one function. */

import type { Logger } from 'pino';
import { dataScopes, documentedScopes, isSelfScope, type Caller, type Scope } from '../../records/caller.js';
import type { HeaderLists } from '../http/handler.js';
import type { AuthenticationSettings } from '../server-settings.js';
import { createCallerByApiKey } from './api-keys.js';
import { presentedCredential } from './credential.js';
import { createHasRouterSecret } from './router-secrets.js';
import { createCallerByToken } from './tokens.js';

/** Returns the caller of a request, or null for a missing or an unknown credential. The response must not reveal which. */
export type Authenticate = (headers: HeaderLists, remoteAddress: string) => Promise<Caller | null> | Caller | null;

/** Like Authenticate, with the request's id for the audit. */
export type AuthenticateRequest = (
  headers: HeaderLists,
  remoteAddress: string,
  requestId: string,
) => Promise<Caller | null> | Caller | null;

/**
 * The caller of every request if router secrets are the only authentication configured. A request with the secret has
 * the scopes on data except `self:*`: the gateway must authorise.
 */
const gatewayOf = (onData: ReadonlySet<Scope>): Caller =>
  Object.freeze({ name: 'router', scopes: new Set([...onData].filter((scope) => !isSelfScope(scope))) });

/**
 * Creates the authentication from its settings. If it is required and no credential is configured, it refuses every request.
 * @param now milliseconds on a monotonic clock
 * @param operationScopes the scopes `operations:*` of the bound operations
 */
export function createAuthenticate(
  settings: AuthenticationSettings,
  log: Pick<Logger, 'error'>,
  now: () => number,
  operationScopes: readonly Scope[] = [],
): Authenticate {
  const onData = new Set([...dataScopes, ...operationScopes]);
  if (!settings.required) return (_headers, remoteAddress) => ({ name: remoteAddress, scopes: onData });
  const { apiKeys, jwt, routerSecrets } = settings;
  const hasRouterSecret = createHasRouterSecret(routerSecrets);
  const gatewayOnly = hasRouterSecret !== null && apiKeys.length === 0 && jwt === null;
  const gateway = gatewayOf(onData);
  const byApiKey = createCallerByApiKey(apiKeys);
  const knownScopes = [...documentedScopes, ...operationScopes];
  const byToken = jwt && createCallerByToken(jwt, new Set(apiKeys.map(({ name }) => name)), log, knownScopes, now);
  return (headers) => {
    if (hasRouterSecret !== null && !hasRouterSecret(headers)) return null;
    if (gatewayOnly) return gateway;
    const credential = presentedCredential(headers);
    if (credential === null) return null;
    const caller = byApiKey(credential.text);
    if (caller !== null || !credential.bearer || !byToken) return caller;
    return byToken(credential.text);
  };
}
