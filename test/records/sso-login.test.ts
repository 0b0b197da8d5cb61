/* The reply of a single sign-on. */

import { ssoLogin } from '../../src/service/endpoints.js';
import { decoded } from '../service/sampled-endpoints.js';
import { ssoLoginReply } from '../service/samples.js';

test('no member of a single sign-on may be missing, and a token of digits keeps them', () => {
  const digits = JSON.stringify(ssoLoginReply).replace('"sso_token":"t"', '"sso_token":110101199003078515');
  expect(decoded(ssoLogin, digits).token).toBe('110101199003078515');
  expect(() => decoded(ssoLogin, { ...ssoLoginReply, url: '' })).toThrow(expect.objectContaining({ path: '$.url' }));
  for (const name of ['sso_token', 'sso_state', 'expire_date']) {
    expect(() => decoded(ssoLogin, { ...ssoLoginReply, data: { ...ssoLoginReply.data, [name]: null } })).toThrow(
      expect.objectContaining({ path: `$.data.${name}` }),
    );
  }
});
