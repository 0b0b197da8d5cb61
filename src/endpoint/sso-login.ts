import type { SsoLogin } from '../model/sso-login.js';
import { object, text, wholeNumber } from './decode.js';
import { never, type Endpoint } from './endpoint.js';
import type { Source } from './source.js';

export interface SsoLoginRequest {
  readonly mobile: string;
  /** Adds an attendee where none has this mobile number: then a second attempt is not the same as the first. */
  readonly addIfMissing: boolean;
}

/** §4.11: the single-sign-on jump address of the attendee with a mobile number. Each call issues one, so it is never tried twice. */
export const ssoLogin: Endpoint<SsoLoginRequest, SsoLogin> = {
  section: '4.11',
  method: 'POST',
  path: '/api/participant/sso_login',
  auth: 'service',
  repeatable: never,
  encode: ({ mobile, addIfMissing }) => ({ form: [['mobile', mobile], ...(addIfMissing ? [['is_add', '1'] as const] : [])] }),
  decode: ({ raw, source }) => {
    const place = source.child('data');
    const data = object(raw.data, place);
    return {
      url: required(raw.url, source.child('url')),
      token: required(data.sso_token, place.child('sso_token')),
      state: required(data.sso_state, place.child('sso_state')),
      expireDate: wholeNumber(data.expire_date, place.child('expire_date')),
    };
  },
};

function required(raw: unknown, source: Source): string {
  const value = text(raw, source);
  if (value === '') throw source.invalid('a string');
  return value;
}
