/* Authenticates requests: router secrets, API keys and tokens, in one function. */

import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import { Secret } from '../../primitives/secret.js';
import { dataScopes, documentedScopes, isSelfScope, type Caller, type Scope } from '../../records/caller.js';
import type { HeaderLists } from '../http/request.js';
import { createFindByHash, createIsSecret } from './secrets.js';
import { createCallerByToken } from './tokens.js';

/** Returns the caller of a request, or null for a missing or an unknown credential. The response must not reveal which. */
export type Authenticate = (headers: HeaderLists, remoteAddress: string) => Promise<Caller | null> | Caller | null;

type AuthSettings = Omit<Config['auth'], 'disabled'>;

/**
 * Whether router secrets are the only authentication. The gateway must then check the scopes of callers, by the directives of the SDL: the
 * program does not know for whom it asks.
 */
export const isGatewayOnly = ({ apiKeys, jwt, routerSecrets }: Omit<AuthSettings, 'required'>): boolean =>
  routerSecrets.length > 0 && apiKeys.length === 0 && jwt === null;

/**
 * Creates the authentication from its settings. If it is required and no credential is configured, it refuses every request.
 * @param now milliseconds on a monotonic clock
 * @param operationScopes the scopes `operations:*` of the bound operations
 */
export function createAuthenticate(
  settings: AuthSettings,
  log: Pick<Logger, 'error' | 'info'>,
  now: () => number,
  operationScopes: readonly Scope[] = [],
): Authenticate {
  const { required, apiKeys, jwt, routerSecrets } = settings;
  const onData = new Set([...dataScopes, ...operationScopes]);
  if (!required) return (_headers, remoteAddress) => ({ name: remoteAddress, scopes: onData, noAttendee: 'AUTHENTICATION_OFF' });
  const isRouterSecret = createIsSecret(routerSecrets);
  const gatewayOnly = isGatewayOnly(settings);
  // The caller of every request if router secrets are the only authentication. It cannot act as an attendee.
  const gatewayScopes = new Set([...onData].filter((scope) => !isSelfScope(scope)));
  const gateway: Caller = Object.freeze({ name: 'router', scopes: gatewayScopes, fieldsOnly: true });
  const byApiKey = createCallerByApiKey(apiKeys);
  const knownScopes = [...documentedScopes, ...operationScopes];
  const byToken = jwt && createCallerByToken(jwt, new Set(apiKeys.map(({ name }) => name)), log, knownScopes, now);
  return (headers) => {
    if (routerSecrets.length > 0) {
      const [sent, second] = headers['router-authorization'] ?? [];
      if (sent === undefined || second !== undefined || !isRouterSecret(sent)) return null;
    }
    if (gatewayOnly) return gateway;
    const credential = presentedCredential(headers);
    if (credential === null) return null;
    const caller = byApiKey(credential.text);
    if (caller !== null || !credential.bearer || !byToken) return caller;
    return byToken(credential.text);
  };
}

/**
 * Returns the only credential in `Authorization: Bearer`, which can contain an API key or a token, or in `x-api-key`; null if there is none
 * or more than one.
 */
function presentedCredential(headers: HeaderLists): { readonly text: string; readonly bearer: boolean } | null {
  const bearers = headers['authorization'] ?? [];
  const keys = headers['x-api-key'] ?? [];
  if (bearers.length + keys.length !== 1) return null;
  const bearer = bearers.length === 1;
  const text = bearer ? /^Bearer +(\S+)$/i.exec(bearers[0]!)?.[1] : keys[0];
  return text === undefined || text === '' ? null : { text, bearer };
}

/**
 * Returns a function that finds the caller of an API key, or null if the key is unknown. The same key has the same caller object
 * each time, so that its rights are written as text once.
 */
function createCallerByApiKey(keys: Config['auth']['apiKeys']): (key: string) => Caller | null {
  const find = createFindByHash(keys.map(({ sha256 }) => sha256.reveal()));
  const callers: Caller[] = [];
  return (key) => {
    const index = find(key);
    if (index === -1) return null;
    const { sha256: _hash, ...rights } = keys[index]!;
    return (callers[index] ??= Object.freeze({ ...rights, credential: new Secret(key) }));
  };
}
