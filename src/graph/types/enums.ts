/* The enums of the graph. */

import { registerEnumType } from 'type-graphql';
import { attendeeSources, faceSyncStatuses, reviewStates } from '../../model/attendee.js';
import { checkInDevices } from '../../model/check-in.js';
import { formFieldKinds } from '../../model/form-field.js';
import { userErrorCodes } from '../../model/user-error.js';

/** Returns an enum whose internal values equal its names. Records contain names, not the service's codes. */
function named<Name extends string>(names: readonly Name[]): { readonly [Value in Name]: Value } {
  return Object.fromEntries(names.map((name) => [name, name])) as { [Value in Name]: Value };
}

const keys = <Name extends string>(codes: Readonly<Record<Name, unknown>>) => Object.keys(codes) as Name[];

export const FormFieldKindEnum = named(formFieldKinds);
registerEnumType(FormFieldKindEnum, {
  name: 'FormFieldKind',
  description: 'The known types. OTHER is any other type, which `type` names.',
});

export const AttendeeSourceEnum = named(keys(attendeeSources));
registerEnumType(AttendeeSourceEnum, {
  name: 'AttendeeSource',
  description: 'How the attendee was registered. Null if `sourceCode` is not in the interface.',
});

export const ReviewStateEnum = named(keys(reviewStates));
registerEnumType(ReviewStateEnum, { name: 'ReviewState', description: 'The state of the review of a registration (§3).' });

export const FaceSyncStatusEnum = named(keys(faceSyncStatuses));
registerEnumType(FaceSyncStatusEnum, { name: 'FaceSyncStatus', description: 'The state of the face synchronisation (§3).' });

export const CheckInDeviceEnum = named(keys(checkInDevices));
registerEnumType(CheckInDeviceEnum, { name: 'CheckInDevice', description: 'The device at the check-in point (§4.5).' });

export const ArticleContentFormatEnum = named(['SAFE_HTML', 'TEXT', 'RAW_HTML'] as const);
export type ArticleContentFormat = keyof typeof ArticleContentFormatEnum;
registerEnumType(ArticleContentFormatEnum, {
  name: 'ArticleContentFormat',
  description: 'The format of the body of an article.',
  valuesConfig: {
    SAFE_HTML: { description: 'HTML that is safe to embed: it contains nothing that can be executed.' },
    TEXT: { description: 'Plain text.' },
    RAW_HTML: { description: 'The unchanged HTML of the service. Do not embed it unsanitised.' },
  },
});

export const ActivityUserErrorCodeEnum = named(userErrorCodes);
registerEnumType(ActivityUserErrorCodeEnum, {
  name: 'ActivityUserErrorCode',
  description: 'The kind of a problem with an input.',
  valuesConfig: {
    REQUIRED: { description: 'A visible form field has no value.' },
    UNKNOWN_FIELD: { description: 'The form has no such field.' },
    INVALID: { description: "The value is not one of a choice's options, or malformed." },
    TOO_LONG: { description: 'The value is longer than the service accepts.' },
    IDEMPOTENCY_KEY_REUSED: { description: 'The key was used before with a different input.' },
    REJECTED: { description: 'The service rejected the call with code 0. The message is from the service, with personal data masked.' },
  },
});
