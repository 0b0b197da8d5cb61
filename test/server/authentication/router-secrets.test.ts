import fc from 'fast-check';
import { Secret } from '../../../src/primitives/secret.js';
import { createHasRouterSecret } from '../../../src/server/authentication/router-secrets.js';

test('a text that is not a router secret stays unknown, however often it and the secret are sent', () => {
  const isAccepted = createHasRouterSecret([new Secret('secret-of-router')])!;
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('secret-of-router', 'constructor', '__proto__'))), (sent) => {
      for (const text of [...sent, ...sent]) expect(isAccepted({ 'router-authorization': [text] })).toBe(text === 'secret-of-router');
    }),
  );
});
