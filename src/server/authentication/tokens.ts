import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import { type Caller, scopes } from '../../model/caller.js';
import type { TokenSettings } from '../settings.js';
import { subjectName } from './subject-name.js';

/** Only these: with a shared secret, or none, anyone who knows the public key could sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const clockToleranceSeconds = 5;
/** An issuer that stays away is told of so often. */
const complainEveryMs = 30_000;

/**
 * Knows callers by JSON Web Tokens, whose keys the issuer publishes. While these cannot be fetched the ones fetched last
 * serve on; where there are none yet, no token is known, and the log says why.
 */
export function callerByToken(
  { jwksUrl, issuer, audience }: TokenSettings,
  takenNames: ReadonlySet<string>,
  log: Pick<Logger, 'error'>,
): (token: string) => Promise<Caller | null> {
  const keys = issuersKeys(new URL(jwksUrl), log);
  const rules = { algorithms, issuer, audience, clockTolerance: clockToleranceSeconds, requiredClaims: ['exp', 'sub'] };
  return async (token) => {
    const payload = await jwtVerify(token, keys, rules).then(
      (verified) => verified.payload,
      () => null,
    );
    return payload && callerOf(payload, takenNames);
  };
}

function callerOf(payload: JWTPayload, takenNames: ReadonlySet<string>): Caller | null {
  if (typeof payload.sub !== 'string' || payload.sub === '') return null;
  const named = new Set(scopesOf(payload));
  const caller = { name: subjectName(payload.sub, takenNames), scopes: new Set(scopes.filter((scope) => named.has(scope))) };
  return payload.exp === undefined ? caller : { ...caller, expiresAt: 1000 * payload.exp };
}

/** What the token names, known or not. */
function scopesOf({ scope, scp }: JWTPayload): readonly unknown[] {
  const given = scope ?? scp;
  if (Array.isArray(given)) return given;
  return typeof given === 'string' ? given.split(' ') : [];
}

function issuersKeys(url: URL, log: Pick<Logger, 'error'>): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(url, { timeoutDuration: 3000, cooldownDuration: 30_000, cacheMaxAge: 600_000 });
  let lastComplaint = -Infinity;
  const complain = () => {
    if (performance.now() - lastComplaint < complainEveryMs) return;
    lastComplaint = performance.now();
    log.error('The keys at AUTH_JWKS_URL cannot be fetched: tokens that need them are refused.');
  };
  return async (header, token) => {
    try {
      return await remote(header, token);
    } catch (error) {
      // About the token, not about the issuer.
      if (
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported
      )
        throw error;
      complain();
      const last = remote.jwks();
      if (last === undefined) throw error;
      return createLocalJWKSet(last)(header, token);
    }
  };
}
