import { object, string, wholeNumber } from '../records/decode.js';
import type { ReplyPosition } from '../records/reply-position.js';
import type { SsoLogin } from '../records/sso-login.js';
import type { Envelope } from './envelope.js';

/** The result of §4.11 (§2.7). @throws UpstreamInvalidResponseError */
export function ssoLoginOf({ raw, position }: Envelope): SsoLogin {
  const dataPosition = position.child('data');
  const data = object(raw.data, dataPosition);
  return {
    url: nonEmptyString(raw.url, position.child('url')),
    token: nonEmptyString(data.sso_token, dataPosition.child('sso_token')),
    state: nonEmptyString(data.sso_state, dataPosition.child('sso_state')),
    expireDate: wholeNumber(data.expire_date, dataPosition.child('expire_date')),
  };
}

function nonEmptyString(raw: unknown, position: ReplyPosition): string {
  const value = string(raw, position);
  if (value === '') throw position.invalid('a string');
  return value;
}
