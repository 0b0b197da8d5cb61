/* The attendee that a token names by one of its claims. */

import type { JWTPayload } from 'jose';
import { normalIdentity, type AttendeeIdentity, type IdentityKind } from '../../records/attendee-identity.js';
import type { AttendeeClaims } from '../server-settings.js';

/** If an issuer does not verify addresses and numbers, a user can enter another person's. */
const mustBeVerified: ReadonlySet<IdentityKind> = new Set(['mobile', 'email']);

/** Returns the attendee whom the first accepted claim names; null if no claim is accepted. */
export function attendeeIn(payload: JWTPayload, { claims, trustUnverified }: AttendeeClaims): AttendeeIdentity | null {
  const values = claims.flatMap(({ kind, claim }) => {
    const value = isVerified(payload, kind, claim, trustUnverified) ? normalIdentity(kind, claimText(payload, claim)) : '';
    return value === '' ? [] : [{ kind, value }];
  });
  const [first] = values;
  return first === undefined ? null : { ...first, mobile: values.find(({ kind }) => kind === 'mobile')?.value ?? null };
}

/** Whether a claim is accepted: `<claim>_verified` is JSON true, or is absent and not required. */
function isVerified(payload: JWTPayload, kind: IdentityKind, claim: string, trustUnverified: boolean): boolean {
  const name = `${claim}_verified`;
  if (Object.hasOwn(payload, name)) return payload[name] === true;
  return trustUnverified || !mustBeVerified.has(kind);
}

/** Returns a claim that is a string, or a number as its digits; blank for any other. */
function claimText(payload: JWTPayload, claim: string): string {
  const value: unknown = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : '';
}
