/* Who may read a single-sign-on address. */

import type { TypeAccess } from '../../access/access-rows.js';
import type { SsoLoginPayloadType, SsoLoginType } from './sso-login.type.js';

export const ssoLoginPayloadAccess: TypeAccess<SsoLoginPayloadType> = {
  object: 'sso:issue',
  people: 'recorded above',
  fields: {
    login: 'sso:issue',
    userErrors: 'sso:issue',
  },
  self: {
    scope: 'self:sso',
    opens: {
      login: true,
      userErrors: true,
    },
  },
};

export const ssoLoginAccess: TypeAccess<SsoLoginType> = {
  object: 'sso:issue',
  people: 'recorded above',
  fields: {
    url: 'sso:issue',
    token: 'sso:issue',
    state: 'sso:issue',
    expireDate: 'sso:issue',
  },
  self: {
    scope: 'self:sso',
    opens: {
      url: true,
      token: true,
      state: true,
      expireDate: true,
    },
  },
};
