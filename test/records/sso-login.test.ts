/* The reply of a single sign-on. */

import { ssoLogin } from '../../src/service/endpoints.js';
import { decoded } from '../service/sampled-endpoints.js';
import { ssoLoginReply } from '../service/samples.js';

test('every member of a single sign-on is decoded, and none may be missing', () => {
  expect(decoded(ssoLogin, ssoLoginReply)).toEqual({
    url: 'https://event.example/jump?sso_token=t&sso_state=s',
    token: 't',
    state: 's',
    expireDate: 1775001600000,
  });
  const digits = JSON.stringify(ssoLoginReply).replace('"sso_token":"t"', '"sso_token":110101199003078515');
  expect(decoded(ssoLogin, digits).token).toBe('110101199003078515');
  expect(() => decoded(ssoLogin, { ...ssoLoginReply, url: '' })).toThrow(expect.objectContaining({ path: '$.url' }));
  for (const name of ['sso_token', 'sso_state', 'expire_date']) {
    expect(() => decoded(ssoLogin, { ...ssoLoginReply, data: { ...ssoLoginReply.data, [name]: null } })).toThrow(
      expect.objectContaining({ path: `$.data.${name}` }),
    );
  }
});
