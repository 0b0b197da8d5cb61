/* The endpoint of single sign-on (§4.11). */

import { Secret } from '../primitives/secret.js';
import { object, string, wholeNumber } from '../records/decode.js';
import type { ReplyPosition } from '../records/reply-position.js';
import type { SsoLogin } from '../records/sso-login.js';
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
  decode: ({ raw, position }) => {
    const dataPosition = position.child('data');
    const data = object(raw.data, dataPosition);
    return {
      url: nonEmptyString(raw.url, position.child('url')),
      token: nonEmptyString(data.sso_token, dataPosition.child('sso_token')),
      state: nonEmptyString(data.sso_state, dataPosition.child('sso_state')),
      expireDate: wholeNumber(data.expire_date, dataPosition.child('expire_date')),
    };
  },
};

function nonEmptyString(raw: unknown, position: ReplyPosition): string {
  const value = string(raw, position);
  if (value === '') throw position.invalid('a string');
  return value;
}
