/* Verifies tokens of an issuer (JWT), with its published keys. */

import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';
import type { Logger } from 'pino';
import { Secret } from '../../primitives/secret.js';
import type { Caller, Scope } from '../../records/caller.js';
import type { TokenSettings } from '../server-settings.js';
import { activitiesIn } from './activities-claim.js';
import { attendeeIn } from './attendee-claims.js';
import { createIssuerKeys } from './issuer-keys.js';
import { subjectName } from './subject-name.js';

/** Asymmetric signatures only. With HS256, the public key could be used as the secret of a forged token; "none" has no signature. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const clockToleranceSeconds = 5;

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
  const keys = createIssuerKeys(new URL(jwksUrl), log, now);
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
