/* Tokens of an issuer (JWT): verified with its published keys, and read as callers. */

import { hash as digest } from 'node:crypto';
import {
  createLocalJWKSet,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import { GrowingBytes } from '../../primitives/growing-bytes.js';
import { Secret } from '../../primitives/secret.js';
import { ThrottledLines } from '../../primitives/throttled-lines.js';
import { systemCode } from '../../records/attempt-outcome.js';
import { type Caller, type Scope, normalIdentity, type IdentityKind } from '../../records/caller.js';
import { parseActivityId, type ActivityId } from '../../records/ids.js';

/** The issuer whose JSON Web Tokens are accepted. */
export type TokenSettings = NonNullable<Config['auth']['jwt']>;

/** Asymmetric signatures only. With HS256, the public key could be used as the secret of a forged token; "none" has no signature. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const clockToleranceSeconds = 5;
/** The errors for which other keys would not make a token valid. */
const errorsOfTokens = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JOSEAlgNotAllowed,
] as const;

/** Why tokens are refused, by the claim or the code of the error. What they have in its place may be personal, and is not logged. */
const reasons: Readonly<Record<string, string>> = {
  iss: 'The claim iss is not AUTH_JWT_ISSUER',
  aud: 'The claim aud does not contain AUTH_JWT_AUDIENCE',
  sub: 'The claim sub is missing, or no text',
  exp: 'The claim exp is missing, or over by the clock of this machine',
  nbf: 'The claim nbf is not reached by the clock of this machine',
  ERR_JWS_INVALID: 'It is no API key, and no JSON Web Token',
  ERR_JOSE_ALG_NOT_ALLOWED: `The algorithm is none of ${algorithms.join(', ')}`,
};
const notVerified = 'No key at AUTH_JWKS_URL verifies it';
const refusalsEveryMs = 60_000;

function reasonOf(error: unknown): string {
  const { claim = '', code = '' } = error as { readonly claim?: string; readonly code?: string };
  return reasons[claim] ?? reasons[code] ?? notVerified;
}

/**
 * Returns a function that verifies a JSON Web Token and returns its caller, or null if the token is invalid. The log has the reason, at most
 * once a minute. The issuer's public keys are fetched and cached. If they cannot be fetched, the cached keys are used; without cached keys
 * every token is invalid.
 * @param now milliseconds on a monotonic clock, for the intervals of log lines and of fetches
 */
export function createCallerByToken(
  { jwksUrl, issuer, audience, attendee: attendeeClaims, activitiesClaim }: TokenSettings,
  takenNames: ReadonlySet<string>,
  log: Pick<Logger, 'error' | 'info'>,
  knownScopes: readonly Scope[],
  now: () => number,
): (token: string) => Promise<Caller | null> {
  const { findKey, refresh } = createIssuerKeys(jwksUrl, log, now);
  const rules = { algorithms, issuer, audience, clockTolerance: clockToleranceSeconds, requiredClaims: ['exp', 'sub'] };
  const refusals = new ThrottledLines(refusalsEveryMs);
  const refuse = (reason = notVerified) => {
    refusals.add(reason, (count) => log.info({ reason, count }, 'Bearer credentials were refused'));
    return null;
  };
  return async (token) => {
    const verify = () => verifiedPayload(token, findKey, rules);
    const payload = await verify()
      .catch(async (error: unknown) => {
        if (errorsOfTokens.some((each) => error instanceof each)) throw error;
        // The issuer may have added the key since, have replaced one that has no name or the same, or have mended one.
        await refresh();
        return verify();
      })
      .catch((error: unknown) => refuse(reasonOf(error)));
    if (payload === null) return null;
    if (typeof payload.sub !== 'string' || payload.sub === '') return refuse(reasons['sub']);
    const granted = new Set(scopesIn(payload));
    return {
      name: subjectName(payload.sub, takenNames),
      scopes: new Set(knownScopes.filter((scope) => granted.has(scope))),
      ...attendeeIn(payload, attendeeClaims),
      ...(activitiesClaim !== null && { activities: activitiesIn(payload, activitiesClaim) }),
      expiresAt: 1000 * payload.exp!,
      credential: new Secret(token),
    };
  };
}

/**
 * Returns the claims of a valid token. If several keys of the issuer fit the header, one of them must have signed it: a token need not name
 * its key, and an issuer that replaces its key publishes two for a time. @throws if the token is invalid
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

/** Returns the values of the claim `scope` or `scp`. Unknown scopes are included. */
function scopesIn({ scope, scp }: JWTPayload): readonly unknown[] {
  const claim = scope ?? scp;
  if (Array.isArray(claim)) return claim;
  return typeof claim === 'string' ? claim.split(' ') : [];
}

/**
 * Returns a caller name for a token's subject: safe to log, and different for different subjects. The name is the subject
 * itself, or a digest of it if the subject is long, looks like personal data (an e-mail address, a number), has characters
 * other than visible ASCII, or equals the name of an API key. Names are part of stored keys, so the digest of a subject must not change.
 */
export function subjectName(subject: string, takenNames: ReadonlySet<string>): string {
  const plain = /^[\x21-\x7d]{1,64}$/.test(subject) && !/@|\d(?:[^A-Za-z\d]*\d){7}/.test(subject) && !takenNames.has(subject);
  return plain ? subject : `subject~${digest('sha256', subject).slice(0, 24)}`;
}

/** If an issuer does not verify addresses and numbers, a user can enter another person's. */
const mustBeVerified: ReadonlySet<IdentityKind> = new Set(['mobile', 'email']);

/** Returns the attendee whom the first accepted claim names, or that a claim names one without being accepted. */
export function attendeeIn(
  payload: JWTPayload,
  { claims, trustUnverified }: TokenSettings['attendee'],
): Pick<Caller, 'attendee' | 'noAttendee'> {
  const named = claims
    .map(({ kind, claim }) => ({ kind, claim, value: normalIdentity(kind, claimText(payload, claim)) }))
    .filter(({ value }) => value !== '');
  const accepted = named.filter(({ kind, claim }) => isVerified(payload, kind, claim, trustUnverified));
  const [first] = accepted;
  if (first === undefined) return named.length === 0 ? {} : { noAttendee: 'NOT_VERIFIED' };
  const { kind, value } = first;
  return { attendee: { kind, value, mobile: accepted.find((other) => other.kind === 'mobile')?.value ?? null } };
}

/** Whether a claim is accepted: `<claim>_verified` is JSON true, or is absent and not required. */
function isVerified(payload: JWTPayload, kind: IdentityKind, claim: string, trustUnverified: boolean): boolean {
  const name = `${claim}_verified`;
  if (Object.hasOwn(payload, name)) return payload[name] === true;
  return trustUnverified || !mustBeVerified.has(kind);
}

/** Returns a claim that is a string, or a number as its digits; blank for any other. */
function claimText(payload: JWTPayload, claim: string): string {
  const value = payload[claim];
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : '';
}

/**
 * Returns the activities that a claim of a token names: a list of numbers or strings, one number, or a string of numbers separated by
 * spaces. Anything else in it is ignored. Without the claim there are none.
 */
function activitiesIn(payload: JWTPayload, claim: string): ReadonlySet<ActivityId> {
  const value: unknown = payload[claim];
  const named: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/\s+/) : [value];
  return new Set(named.flatMap((id) => (typeof id === 'string' || typeof id === 'number' ? (parseActivityId(String(id)) ?? []) : [])));
}

/* The published keys of an issuer of tokens (JWKS): fetched, cached, and used on while they cannot be fetched. */

/** Minimum interval of log lines about keys that cannot be fetched. */
const logEveryMs = 30_000;
/**
 * Minimum intervals of fetches, after one that has succeeded and after one that has failed: tokens of
 * unknown keys could cause any number.
 */
const [refetchAfterMs, retryAfterMs] = [30_000, 1_000];
/** How long keys are used before they are fetched again. */
const maxAgeMs = 600_000;
const fetchTimeoutMs = 3_000;
const maxBytes = 1024 * 1024;

interface IssuerKeys {
  /** Finds the key of a token. Fetches the keys first if they are old. */
  readonly findKey: JWTVerifyGetKey;
  /** Fetches the keys, unless the last fetch was a moment ago. Waits for a fetch in progress. */
  readonly refresh: () => Promise<void>;
}

/**
 * Returns the keys of an issuer. If a fetch fails, the keys of an earlier one are used until a fetch succeeds. Each token
 * may repeat it, and only those that no known key verifies wait for it then.
 *
 * createRemoteJWKSet of jose is not used: it refuses all tokens when its keys are old and cannot be fetched, and measures their age by the
 * time of day, which can be set back.
 */
function createIssuerKeys(url: string, log: Pick<Logger, 'error'>, now: () => number): IssuerKeys {
  let findFetched = createLocalJWKSet({ keys: [] });
  let [fetchAt, staleAt, logAt] = [-Infinity, -Infinity, -Infinity];
  let hasFailed = false;
  let fetching: Promise<void> | null = null;
  const fetchKeys = async () => {
    try {
      const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(fetchTimeoutMs) });
      if (response.status !== 200) throw unusable(`HTTP_${response.status}`);
      const keySet = JSON.parse(await boundedText(response)) as JSONWebKeySet;
      // Throws an error for what is no list of keys.
      const found = createLocalJWKSet(keySet);
      if (keySet.keys.length === 0) throw unusable('NO_KEYS');
      findFetched = found;
      [fetchAt, staleAt] = [now() + refetchAfterMs, now() + maxAgeMs];
      hasFailed = false;
    } catch (error) {
      fetchAt = staleAt = now() + retryAfterMs;
      hasFailed = true;
      if (now() < logAt) return;
      logAt = now() + logEveryMs;
      // A message may quote the response.
      const cause = systemCode(error) ?? (error as Error).name;
      log.error(
        { cause },
        'The keys at AUTH_JWKS_URL cannot be fetched. Tokens that need a new key are refused. Check the address and the network.',
      );
    }
  };
  const refresh = async () => {
    if (fetching === null && now() < fetchAt) return;
    await (fetching ??= fetchKeys().finally(() => (fetching = null)));
  };
  const findKey: JWTVerifyGetKey = async (header, token) => {
    if (now() >= staleAt) {
      const refreshed = refresh();
      if (!hasFailed) await refreshed;
    }
    return findFetched(header, token);
  };
  return { findKey, refresh };
}

/** The error of a response without keys. @param code why, for the log */
const unusable = (code: string): Error => Object.assign(new Error('The response has no keys.'), { code });

/** Reads the body of a response. @throws Error beyond `maxBytes`: until the timeout, an endless one would take hundreds of megabytes */
async function boundedText({ body }: Response): Promise<string> {
  const read = new GrowingBytes(maxBytes);
  for await (const chunk of body ?? []) if (!read.add(Buffer.from(chunk))) throw unusable('TOO_LARGE');
  return new TextDecoder().decode(read.bytes);
}
