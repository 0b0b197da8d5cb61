/* Who may read a single-sign-on address. */

import type { TypeAccessWithSelf } from '../../access/access-rows.js';
import type { SsoLoginPayloadType, SsoLoginType } from './sso-login.type.js';

export const ssoLoginPayloadAccess: TypeAccessWithSelf<SsoLoginPayloadType> = {
  object: 'sso:issue',
  people: 'covered by parent',
  self: 'self:sso',
  fields: {
    login: { scope: 'sso:issue', self: true },
    userErrors: { scope: 'sso:issue', self: true },
  },
};

export const ssoLoginAccess: TypeAccessWithSelf<SsoLoginType> = {
  object: 'sso:issue',
  people: 'covered by parent',
  self: 'self:sso',
  fields: {
    url: { scope: 'sso:issue', self: true },
    token: { scope: 'sso:issue', self: true },
    state: { scope: 'sso:issue', self: true },
    expireDate: { scope: 'sso:issue', self: true },
  },
};
