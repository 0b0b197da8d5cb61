import fc from 'fast-check';
import { Secret } from '../../../src/primitives/secret.js';
import type { Scope } from '../../../src/records/caller.js';
import { createAuthenticate, createCallerByApiKey } from '../../../src/server/authentication/authentication.js';
import { createIsSecret } from '../../../src/server/authentication/secrets.js';
import { sha256 } from '../../support/program.js';

const keyOf = (name: string, key: string, ...scopes: Scope[]) => ({
  name,
  sha256: new Secret(sha256(key)),
  scopes: new Set(scopes),
});

test('equal API keys have one caller object, different keys different ones', () => {
  const find = createCallerByApiKey([keyOf('app', 'key-of-app', 'content:read'), keyOf('desk', 'key-of-desk', 'checkin:read')]);
  const first = find('key-of-app');
  expect(first).toMatchObject({ name: 'app', scopes: new Set(['content:read']) });
  expect(first?.credential?.reveal()).toBe('key-of-app');
  expect(find('key-of-app')).toBe(first);
  expect(find('key-of-desk')).toMatchObject({ name: 'desk' });
});

test('a text that is not a secret stays unknown, however often it and the secret are sent', () => {
  const isSecret = createIsSecret([new Secret('the-secret'), new Secret('another')]);
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('the-secret', 'constructor', '__proto__'))), (sent) => {
      for (const text of [...sent, ...sent]) expect(isSecret(text)).toBe(text === 'the-secret');
    }),
  );
});

test('if authentication is required and no credential is configured, every request is refused', () => {
  const authenticate = createAuthenticate({ required: true, apiKeys: [], jwt: null, routerSecrets: [] }, { error: () => {} }, () => 0);
  expect(authenticate({ 'x-api-key': ['any'] }, '')).toBeNull();
});
