/*
 * A token issuer FOR THIS DEMO ONLY: it believes every mobile number and lets everybody be an organiser. A real one sends a code
 * to the number first, or is the sign-in of your organisation (Auth0, Cognito, Keycloak). Its keys end with the process.
 */

import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const lifetimeSeconds = 600;
export const audience = 'event-graph';

/** What a token opens: content for every visitor, their own record and registration for attendees, all attendees for organisers. */
const scopesOf = {
  visitor: 'content:read',
  attendee: 'content:read self:read self:register self:sso',
  organiser: 'content:read attendees:read attendees:pii',
};

/**
 * Tokens of one subject share limits, such as that of subscriptions, so each visitor has another one. Who may register needs one that stays:
 * idempotency keys belong to it.
 */
const subjectOf = {
  visitor: () => `visitor-${randomUUID()}`,
  attendee: (mobile) => `attendee-${mobile.replace(/\D/g, '')}`,
  organiser: () => 'organiser',
};

/** @param issuer the address of the issuer, which is a claim of every token */
export async function createIssuer(issuer) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(publicKey)), kid: 'demo', alg: 'ES256', use: 'sig' };
  return {
    /** The public key, for AUTH_JWKS_URL. */
    jwks: JSON.stringify({ keys: [key] }),
    /** Issues a token to a visitor, to the attendee of a mobile number, or to an organiser. Returns null for any other request. */
    async issue({ role, mobile }) {
      const scope = Object.hasOwn(scopesOf, role) ? scopesOf[role] : undefined;
      const named = role === 'attendee';
      if (scope === undefined || (named && !/^\+?[\d -]{5,20}$/.test(mobile ?? ''))) return null;
      const token = await new SignJWT({ scope, ...(named && { phone_number: mobile, phone_number_verified: true }) })
        .setProtectedHeader({ alg: 'ES256', kid: 'demo' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subjectOf[role](mobile))
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds}s`)
        .sign(privateKey);
      return { token, lifetimeSeconds };
    },
  };
}
