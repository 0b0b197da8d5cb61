/* The reply of a single sign-on. */

import { ssoLogin } from '../../src/service/endpoints.js';
import { decoded } from '../service/sampled-endpoints.js';
import { ssoLoginReply } from '../service/samples.js';

test('a single sign-on has an address; each other member that is missing fails its own field; a token of digits keeps them', () => {
  const digits = JSON.stringify(ssoLoginReply).replace('"sso_token":"t"', '"sso_token":110101199003078515');
  expect(decoded(ssoLogin, digits).token).toBe('110101199003078515');
  expect(() => decoded(ssoLogin, { ...ssoLoginReply, url: '' })).toThrow(expect.objectContaining({ path: '$.url' }));
  const login = decoded(ssoLogin, { ...ssoLoginReply, data: null });
  expect(login.url).toBe(ssoLoginReply.url);
  for (const [field, name] of Object.entries({ token: 'sso_token', state: 'sso_state', expireDate: 'expire_date' }))
    expect(() => Reflect.get(login, field)).toThrow(expect.objectContaining({ path: `$.data.${name}` }));
});
