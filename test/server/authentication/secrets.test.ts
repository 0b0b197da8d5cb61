import { Secret } from '../../../src/primitives/secret.js';
import { createAuthenticate } from '../../../src/server/authentication/authentication.js';
import { createIsSecret } from '../../../src/server/authentication/secrets.js';

test('each of the secrets is one, and nothing else', () => {
  const isSecret = createIsSecret([new Secret('the-secret'), new Secret('another')]);
  expect(['the-secret', 'another', 'the-secre', ''].map(isSecret)).toEqual([true, true, false, false]);
});

test('if authentication is required and no credential is configured, every request is refused', () => {
  const authenticate = createAuthenticate({ required: true, apiKeys: [], jwt: null, routerSecrets: [] }, { error: () => {} }, () => 0);
  expect(authenticate({ 'x-api-key': ['any'] }, '')).toBeNull();
});
