import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { Secret } from '../../../src/primitives/secret.js';
import type { Scope } from '../../../src/records/caller.js';
import { createCallerByApiKey } from '../../../src/server/authentication/api-keys.js';

const keyOf = (name: string, key: string, ...scopes: Scope[]) => ({
  name,
  sha256: new Secret(createHash('sha256').update(key).digest('hex')),
  scopes: new Set(scopes),
});

test('equal keys have one caller object, different keys different ones', () => {
  const find = createCallerByApiKey([keyOf('app', 'key-of-app', 'content:read'), keyOf('desk', 'key-of-desk', 'checkin:read')]);
  const first = find('key-of-app');
  expect(first).toMatchObject({ name: 'app', scopes: new Set(['content:read']) });
  expect(first?.credential?.reveal()).toBe('key-of-app');
  expect(find('key-of-app')).toBe(first);
  expect(find('key-of-desk')).toMatchObject({ name: 'desk' });
});

test('a text that is not a key stays unknown, however often it and the key are sent', () => {
  const find = createCallerByApiKey([keyOf('app', 'key-of-app')]);
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('key-of-app', 'constructor', '__proto__'))), (sent) => {
      for (const text of [...sent, ...sent]) expect(find(text)?.name).toBe(text === 'key-of-app' ? 'app' : undefined);
    }),
  );
});
