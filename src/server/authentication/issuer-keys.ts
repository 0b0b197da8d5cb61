/* The published keys of an issuer of tokens (JWKS): fetched, cached, and used on while they cannot be fetched. */

import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';

/** Minimum interval of log lines about keys that cannot be fetched. */
const logEveryMs = 30_000;
/** Minimum interval of fetches while they fail. */
const retryAfterMs = 1_000;

/**
 * Returns a function that finds the key of a token. If a fetch fails, the keys of an earlier one are used until a fetch succeeds. It is repeated
 * at an interval, because callers could otherwise cause any number of fetches by tokens with unknown keys. Only these tokens wait for it.
 */
export function createIssuerKeys(url: URL, log: Pick<Logger, 'error'>, now: () => number): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(url, { timeoutDuration: 3000, cooldownDuration: 30_000, cacheMaxAge: 600_000 });
  let loggedAt = -Infinity;
  /** While fetches fail, the keys of an earlier one; there are none if none has succeeded. null while they succeed. */
  let cachedKeys: ReturnType<typeof createLocalJWKSet> | null = null;
  let retryAt = -Infinity;
  let retrying: Promise<void> | null = null;

  const keysAfterFailure = () => {
    retryAt = now() + retryAfterMs;
    cachedKeys ??= createLocalJWKSet(remote.jwks() ?? { keys: [] });
    if (now() - loggedAt >= logEveryMs) {
      loggedAt = now();
      log.error('The keys at AUTH_JWKS_URL cannot be fetched. Tokens that need a new key are refused. Check the address and the network.');
    }
    return cachedKeys;
  };
  const retry = async () => {
    try {
      await remote.reload();
      cachedKeys = null;
    } catch {
      keysAfterFailure();
    }
    retrying = null;
  };
  const fetchedKey: JWTVerifyGetKey = async (header, token) => {
    try {
      return await remote(header, token);
    } catch (error) {
      if (isInvalidToken(error)) throw error;
      return keysAfterFailure()(header, token);
    }
  };
  const keyOf: JWTVerifyGetKey = async (header, token) => {
    if (cachedKeys === null) return fetchedKey(header, token);
    if (now() >= retryAt) retrying ??= retry();
    try {
      return await cachedKeys(header, token);
    } catch (error) {
      if (retrying === null) throw error;
      await retrying;
      return keyOf(header, token);
    }
  };
  return keyOf;
}

/** Whether the keys were fetched, and the token is invalid. */
const isInvalidToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys || error instanceof errors.JOSENotSupported;
