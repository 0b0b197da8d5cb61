/* Verifies tokens of an issuer (JWT), with its published keys. */

import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import type { Logger } from 'pino';
import type { Caller, Scope } from '../../model/caller.js';
import { Secret } from '../../primitives/secret.js';
import type { TokenSettings } from '../server-settings.js';
import { activitiesIn } from './activities-claim.js';
import { attendeeIn } from './attendee-claims.js';
import { subjectName } from './subject-name.js';

/** Asymmetric signatures only. With HS256, the public key could be used as the secret of a forged token; "none" has no signature. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const clockToleranceSeconds = 5;
/** Minimum interval of log lines about keys that cannot be fetched. */
const logEveryMs = 30_000;
/** Minimum interval of fetches while they fail. */
const retryAfterMs = 1_000;

/**
 * Returns a function that verifies a JSON Web Token and returns its caller, or null if the token is invalid. The issuer's
 * public keys are fetched and cached. If they cannot be fetched, the cached keys are used; without cached keys every token is
 * invalid, and the log contains the reason.
 * @param now milliseconds on a monotonic clock, for the intervals of log lines and of fetches that fail
 */
export function createCallerByToken(
  { jwksUrl, issuer, audience, ...claims }: TokenSettings,
  takenNames: ReadonlySet<string>,
  log: Pick<Logger, 'error'>,
  knownScopes: readonly Scope[],
  now: () => number,
): (token: string) => Promise<Caller | null> {
  const keys = issuerKeys(new URL(jwksUrl), log, now);
  const rules = { algorithms, issuer, audience, clockTolerance: clockToleranceSeconds, requiredClaims: ['exp', 'sub'] };
  return async (token) => {
    const payload = await verifiedPayload(token, keys, rules).catch(() => null);
    return payload && callerOfPayload(payload, new Secret(token), takenNames, knownScopes, claims);
  };
}

/**
 * Returns the claims of a valid token. If several keys of the issuer fit the header, one of them must have signed it: a token need not name its
 * key, and an issuer that replaces its key publishes two for a time. @throws if the token is invalid
 */
async function verifiedPayload(token: string, keys: JWTVerifyGetKey, rules: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, rules)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      const verified = await jwtVerify(token, key, rules).catch(() => null);
      if (verified !== null) return verified.payload;
    }
    throw error;
  }
}

function callerOfPayload(
  payload: JWTPayload,
  credential: Secret,
  takenNames: ReadonlySet<string>,
  knownScopes: readonly Scope[],
  { attendee: attendeeClaims, activitiesClaim }: Pick<TokenSettings, 'attendee' | 'activitiesClaim'>,
): Caller | null {
  if (typeof payload.sub !== 'string' || payload.sub === '') return null;
  const granted = new Set(scopesIn(payload));
  const attendee = attendeeIn(payload, attendeeClaims);
  return {
    name: subjectName(payload.sub, takenNames),
    scopes: new Set(knownScopes.filter((scope) => granted.has(scope))),
    ...(attendee && { attendee }),
    ...(activitiesClaim !== null && { activities: activitiesIn(payload, activitiesClaim) }),
    ...(payload.exp !== undefined && { expiresAt: 1000 * payload.exp }),
    credential,
  };
}

/** Returns the values of the claim `scope` or `scp`. Unknown scopes are included. */
function scopesIn({ scope, scp }: JWTPayload): readonly unknown[] {
  const claim = scope ?? scp;
  if (Array.isArray(claim)) return claim;
  return typeof claim === 'string' ? claim.split(' ') : [];
}

/**
 * Returns a function that finds the key of a token. If a fetch fails, the keys of an earlier one are used until a fetch succeeds. It is repeated
 * at an interval, because callers could otherwise cause any number of fetches by tokens with unknown keys. Only these tokens wait for it.
 */
function issuerKeys(url: URL, log: Pick<Logger, 'error'>, now: () => number): JWTVerifyGetKey {
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
