/* Problems of a mutation's input. */

import type { UpstreamRejectedError } from './errors.js';
import { computed, enumOf } from './fields.js';
import { shape } from './record.js';

export const UserErrorCodes = enumOf('ActivityUserErrorCode', 'The kind of a problem with an input.', {
  REQUIRED: { description: 'A required value is missing or blank.' },
  UNKNOWN_FIELD: { description: 'The form has no such field.' },
  INVALID: { description: 'A value does not fit its form field, or the input is malformed.' },
  TOO_LONG: { description: 'The value is longer than the service accepts.' },
  IDEMPOTENCY_KEY_REUSED: { description: 'The key was used before with a different input.' },
  REJECTED: { description: 'The service rejected the call. The message is from the service, with personal data masked.' },
});
export type UserErrorCode = keyof typeof UserErrorCodes.values;

/** A problem that the caller can correct. The message never quotes the input. */
export class UserError extends shape('ActivityUserError', {
  description: 'A problem that the caller can correct.',
  scope: 'authenticated',
  people: 'none',
  fields: {
    code: computed(UserErrorCodes, 'The kind of the problem.'),
    message: computed('String', 'What is wrong and what is expected, for people.'),
    field: computed(
      { type: 'String', isList: true, isNullable: true },
      'The path in the input, such as ["attendees", "1", "fields", "name1613"]. Null if it concerns no part of the input.',
    ),
  },
}) {
  declare readonly code: UserErrorCode;
  declare readonly message: string;
  /** The path of the invalid value in the input. */
  declare readonly field: readonly string[] | null;
}

/** The user error for a request that the service rejected, with the service's masked message. */
export function rejectedByService({ serviceMessage }: UpstreamRejectedError): UserError {
  return { code: 'REJECTED', message: serviceMessage || 'The event service rejected the request without a message.', field: null };
}
