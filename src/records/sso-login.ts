/* Single sign-on (§4.11, §2.7). */

import { decodeObject, decodeString, decodeWholeNumber } from './decode.js';
import { computed } from './field.js';
import { shape } from './record.js';
import { type Envelope, type ReplyPosition } from './reply.js';

/** An address that signs one attendee in. Anyone who has it is signed in: treat it as a secret. */
export class SsoLogin extends shape('SsoLogin', {
  description: 'A single sign-on address. Every holder of the address is signed in as the attendee.',
  scope: 'sso:issue',
  people: 'covered by parent',
  self: 'self:sso',
  fields: {
    url: computed('String', 'The address to open. Its query contains the token and the state.'),
    token: computed('String', 'The token in the query of `url`. A client that opens `url` does not need it. Treat it as a secret.'),
    state: computed('String', 'The state in the query of `url`. A client that opens `url` does not need it.'),
    expireDate: computed('SafeInt', 'When the login expires, as the service sends it. The unit is not documented.'),
  },
}) {
  declare readonly url: string;
  declare readonly token: string;
  declare readonly state: string;
  declare readonly expireDate: number;
}

/** The result of §4.11 (§2.7). @throws UpstreamInvalidResponseError */
export function ssoLoginOf({ raw, position }: Envelope): SsoLogin {
  const dataPosition = position.child('data');
  const data = decodeObject(raw.data, dataPosition);
  return {
    url: nonEmptyString(raw.url, position.child('url')),
    token: nonEmptyString(data.sso_token, dataPosition.child('sso_token')),
    state: nonEmptyString(data.sso_state, dataPosition.child('sso_state')),
    expireDate: decodeWholeNumber(data.expire_date, dataPosition.child('expire_date')),
  };
}

function nonEmptyString(raw: unknown, position: ReplyPosition): string {
  const value = decodeString(raw, position);
  if (value === '') throw position.invalid('a string');
  return value;
}
