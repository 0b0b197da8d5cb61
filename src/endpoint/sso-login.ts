/* The endpoint of single sign-on (§4.11). */

import type { SsoLogin } from '../model/sso-login.js';
import { Secret } from '../primitives/secret.js';
import { object, string, wholeNumber } from './decoding/decode.js';
import type { Source } from './decoding/source.js';
import type { Endpoint } from './endpoint.js';

export interface SsoLoginRequest {
  readonly mobile: string;
  /** Whether the service adds an attendee if none has this mobile number. */
  readonly addIfMissing: boolean;
}

/** §4.11: the address at which the attendee with a mobile number is signed in. Each call issues a new one, and may add the attendee. */
export const ssoLogin: Endpoint<SsoLoginRequest, SsoLogin, 'none'> = {
  name: 'ssoLogin',
  section: '4.11',
  method: 'POST',
  path: '/api/participant/sso_login',
  auth: 'service',
  repeatableBy: 'none',
  secrets: ({ mobile }) => [new Secret(mobile)],
  encode: ({ mobile, addIfMissing }) => ({ form: [['mobile', mobile], ...(addIfMissing ? [['is_add', '1'] as const] : [])] }),
  decode: ({ raw, source }) => {
    const position = source.child('data');
    const data = object(raw.data, position);
    return {
      url: nonEmptyString(raw.url, source.child('url')),
      token: nonEmptyString(data.sso_token, position.child('sso_token')),
      state: nonEmptyString(data.sso_state, position.child('sso_state')),
      expireDate: wholeNumber(data.expire_date, position.child('expire_date')),
    };
  },
};

function nonEmptyString(raw: unknown, source: Source): string {
  const value = string(raw, source);
  if (value === '') throw source.invalid('a string');
  return value;
}
