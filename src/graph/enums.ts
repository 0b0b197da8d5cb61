import { registerEnumType } from 'type-graphql';
import { attendeeSources, faceSyncStatuses, reviewStates } from '../model/attendee.js';
import { checkInDevices } from '../model/check-in.js';
import { formFieldKinds } from '../model/form-field.js';
import { userErrorCodes } from '../model/user-error.js';

/** An enum whose values are their own names: records hold names, never codes. */
function named<Name extends string>(names: readonly Name[]): { readonly [Value in Name]: Value } {
  return Object.fromEntries(names.map((name) => [name, name])) as { [Value in Name]: Value };
}

const keys = <Name extends string>(codes: Readonly<Record<Name, unknown>>) => Object.keys(codes) as Name[];

export const FormFieldKindEnum = named(formFieldKinds);
registerEnumType(FormFieldKindEnum, {
  name: 'FormFieldKind',
  description: 'The types seen so far; OTHER is any other, and `type` then says which.',
});

export const AttendeeSourceEnum = named(keys(attendeeSources));
registerEnumType(AttendeeSourceEnum, {
  name: 'AttendeeSource',
  description: 'How the attendee was registered. Null beside a `sourceCode` that the interface does not name.',
});

export const ReviewStateEnum = named(keys(reviewStates));
registerEnumType(ReviewStateEnum, { name: 'ReviewState', description: 'How far the review of a registration has come (§3).' });

export const FaceSyncStatusEnum = named(keys(faceSyncStatuses));
registerEnumType(FaceSyncStatusEnum, { name: 'FaceSyncStatus', description: 'How far the face synchronisation has come (§3).' });

export const CheckInDeviceEnum = named(keys(checkInDevices));
registerEnumType(CheckInDeviceEnum, { name: 'CheckInDevice', description: 'The device at the check-in point (§4.5).' });

export const ArticleContentFormatEnum = named(['SAFE_HTML', 'TEXT', 'RAW_HTML'] as const);
export type ArticleContentFormat = keyof typeof ArticleContentFormatEnum;
registerEnumType(ArticleContentFormatEnum, {
  name: 'ArticleContentFormat',
  description: 'How the body of an article is wanted.',
  valuesConfig: {
    SAFE_HTML: { description: 'HTML that is safe to embed: nothing in it can run.' },
    TEXT: { description: 'Plain text.' },
    RAW_HTML: { description: "The service's HTML untouched. Never embed it unsanitised." },
  },
});

export const ActivityUserErrorCodeEnum = named(userErrorCodes);
registerEnumType(ActivityUserErrorCodeEnum, {
  name: 'ActivityUserErrorCode',
  description: 'What is wrong with an input.',
  valuesConfig: {
    REQUIRED: { description: 'A visible form field has no value.' },
    UNKNOWN_FIELD: { description: 'The form has no such field.' },
    INVALID: { description: "The value is not one of a choice's options, or malformed." },
    TOO_LONG: { description: 'The value is longer than the service takes.' },
    IDEMPOTENCY_KEY_REUSED: { description: 'The key was used before with another input.' },
    REJECTED: { description: 'The service answered with code 0; the message is its own, masked.' },
  },
});
