/* Single sign-on (§4.11, §2.7). */

import type { JsonRecord } from '../json/json.js';
import { decodeObject, decodeString, decodeWholeNumber } from './decode.js';
import { computed, decoded } from './field.js';
import type { ActivityId } from './ids.js';
import { recordClass } from './record.js';
import { type Envelope, type ReplyPosition } from './reply.js';

/** An address that signs one attendee in. Anyone who has it is signed in: treat it as a secret. */
export class SsoLogin extends recordClass('SsoLogin', {
  description: 'A single sign-on address. Every holder of the address is signed in as the attendee.',
  scope: 'sso:issue',
  people: 'covered by parent',
  self: 'self:sso',
  fields: {
    url: computed('String', 'The address to open. Its query contains the token and the state.'),
    token: decoded(
      'String',
      'sso_token',
      nonEmptyString,
      'The token in the query of `url`. A client that opens `url` does not need it. Treat it as a secret.',
    ),
    state: decoded('String', 'sso_state', nonEmptyString, 'The state in the query of `url`. A client that opens `url` does not need it.'),
    expireDate: decoded(
      'SafeInt',
      'expire_date',
      decodeWholeNumber,
      'When the login expires, as the service sends it. The unit is not documented.',
    ),
  },
}) {
  /** @param url a member of the reply, not of its data */
  constructor(
    raw: JsonRecord,
    position: ReplyPosition,
    activityId: ActivityId,
    readonly url: string,
  ) {
    super(raw, position, activityId);
  }
}

/** The result of §4.11 (§2.7). @throws UpstreamInvalidResponseError for a reply without an address */
export function ssoLoginOf({ raw, position }: Envelope, activityId: ActivityId): SsoLogin {
  const dataPosition = position.child('data');
  const url = nonEmptyString(raw.url, position.child('url'));
  return new SsoLogin(decodeObject(raw.data, dataPosition), dataPosition, activityId, url);
}

function nonEmptyString(raw: unknown, position: ReplyPosition): string {
  const value = decodeString(raw, position);
  if (value === '') throw position.invalid('a string');
  return value;
}
