/* An issuer that signs JSON Web Tokens. */

import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { httpServer } from './http-server.js';

export type TokenIssuer = Awaited<ReturnType<typeof tokenIssuer>>;

/** An issuer of tokens, and the settings with which a program accepts them. */
export async function tokenIssuer() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'ec' }] });
  const { url } = await httpServer((_request, response) => void response.setHeader('content-type', 'application/json').end(jwks));
  const [iss, aud] = ['https://issuer.example', 'event-graph'];
  return {
    settings: { AUTH_JWKS_URL: url, AUTH_JWT_ISSUER: iss, AUTH_JWT_AUDIENCE: aud },
    /** A token of `user` that ends in an hour, with further or other claims. */
    sign: (claims: Record<string, unknown>) =>
      new SignJWT({ iss, aud, sub: 'user', exp: Math.floor(Date.now() / 1000) + 3600, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'ec' })
        .sign(privateKey),
  };
}
