/* Which texts are secrets, however often they are sent, and that no request is accepted if no credential is configured. */

import fc from 'fast-check';
import { Secret } from '../../../src/primitives/secret.js';
import { createAuthenticate } from '../../../src/server/authentication/authentication.js';
import { createIsSecret } from '../../../src/server/authentication/secrets.js';

test('a text that is not a secret stays unknown, however often it and the secret are sent', () => {
  const isSecret = createIsSecret([new Secret('the-secret'), new Secret('another')]);
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('the-secret', 'constructor', '__proto__'))), (sent) => {
      for (const text of [...sent, ...sent]) expect(isSecret(text)).toBe(text === 'the-secret');
    }),
  );
});

test('if authentication is required and no credential is configured, every request is refused', () => {
  const authenticate = createAuthenticate(
    { required: true, apiKeys: [], jwt: null, routerSecrets: [] },
    { error: () => {}, info: () => {} },
    () => 0,
  );
  expect(authenticate({ 'x-api-key': ['any'] }, '')).toBeNull();
});
