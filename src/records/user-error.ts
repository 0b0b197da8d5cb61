/* Problems of a mutation's input. */

import type { UpstreamRejectedError } from './errors.js';
import { computed, enumOf, nullable } from './field.js';
import { shape } from './record.js';

const UserErrorCodes = enumOf('ActivityUserErrorCode', 'The kind of a problem with an input.', {
  REQUIRED: { description: 'A required value is missing or blank.' },
  UNKNOWN_FIELD: { description: 'The form has no such field.' },
  INVALID: { description: 'A value does not fit its form field, or the input is malformed.' },
  TOO_LONG: { description: 'The value is longer than the service accepts.' },
  IDEMPOTENCY_KEY_REUSED: { description: 'The key was used before with a different input.' },
  REJECTED: { description: 'The service rejected the call. The message is from the service, with personal data masked.' },
});
type UserErrorCode = keyof typeof UserErrorCodes.values;

const UserErrorRules = enumOf('ActivityUserErrorRule', 'What a value has to be, from which an app can word the problem itself.', {
  REQUIRED: { description: 'There is a value that is not blank.' },
  UNKNOWN_FIELD: { description: 'The name is that of a field of the form.' },
  OPTION: { description: 'It is one of the options of the form field.' },
  DATE: { description: 'It is a date that exists, such as "2026-11-22".' },
  PICTURE: { description: 'It is a picture: an http(s) address, a path on the event service, or Base64.' },
  EMAIL: { description: 'It is an e-mail address.' },
  SINGLE_VALUE: { description: 'It is given once: not in two entries, and `name` and `mobile` not among the further fields.' },
  NOT_EMPTY: { description: 'There is at least one attendee.' },
  UNICODE: { description: 'It consists of whole Unicode characters.' },
  MAX_LENGTH: { description: 'It is not longer than the event service accepts: a check-in code has at most 10 characters.' },
});
export type UserErrorRule = keyof typeof UserErrorRules.values;

/** The code of a problem with a value. Those without an entry are INVALID. */
const codeOfRule: Readonly<Partial<Record<UserErrorRule, UserErrorCode>>> = {
  REQUIRED: 'REQUIRED',
  UNKNOWN_FIELD: 'UNKNOWN_FIELD',
  MAX_LENGTH: 'TOO_LONG',
};

/** A problem that the caller can correct. The message never quotes the input. */
export class UserError extends shape('ActivityUserError', {
  description: 'A problem that the caller can correct.',
  scope: 'authenticated',
  people: 'none',
  fields: {
    code: computed(UserErrorCodes, 'The kind of the problem.'),
    rule: computed(nullable(UserErrorRules), 'The rule that the value breaks; null if it breaks none of them.'),
    message: computed('String', 'What is wrong and what is expected, for people.'),
    field: computed(
      { type: 'String', isList: true, isNullable: true },
      'The path in the input, such as ["attendees", "1", "fields", "name1613"]. Null if it concerns no part of the input.',
    ),
  },
}) {
  declare readonly code: UserErrorCode;
  declare readonly rule: UserErrorRule | null;
  declare readonly message: string;
  /** The path of the invalid value in the input. */
  declare readonly field: readonly string[] | null;
}

/** The user error for a value that breaks a rule. @param field its path in the input */
export function brokenRule(rule: UserErrorRule, message: string, field: readonly string[]): UserError {
  return { code: codeOfRule[rule] ?? 'INVALID', rule, message, field };
}

/** The user error for a request that the service rejected, with the service's masked message. */
export function rejectedByService({ serviceMessage }: UpstreamRejectedError): UserError {
  const message = serviceMessage || 'The event service rejected the request without a message.';
  return { code: 'REJECTED', rule: null, message, field: null };
}
