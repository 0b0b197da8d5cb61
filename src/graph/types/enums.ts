/* The enums of the graph. */

import { registerEnumType } from 'type-graphql';
import { attendeeSources, faceSyncStatuses, reviewStates } from '../../records/attendee.js';
import { checkInDevices } from '../../records/check-in.js';
import { formFieldKinds } from '../../records/form-field.js';
import { userErrorCodes } from '../../records/user-error.js';

/** Returns an enum whose internal values equal its names. Records contain names, not the service's codes. */
function enumOf<Name extends string>(names: readonly Name[]): { readonly [Value in Name]: Value } {
  return Object.fromEntries(names.map((name) => [name, name])) as { [Value in Name]: Value };
}

const keys = <Name extends string>(codes: Readonly<Record<Name, unknown>>) => Object.keys(codes) as Name[];

export const FormFieldKindEnum = enumOf(formFieldKinds);
registerEnumType(FormFieldKindEnum, {
  name: 'FormFieldKind',
  description: 'The kind of a form field.',
  valuesConfig: {
    INPUT: { description: 'A line of text.' },
    RADIO: { description: 'A choice of one of the options.' },
    AVATAR: { description: 'A picture of the attendee.' },
    DATE: { description: 'A date.' },
    OTHER: { description: 'A kind that is not documented; `type` names it.' },
  },
});

export const AttendeeSourceEnum = enumOf(keys(attendeeSources));
registerEnumType(AttendeeSourceEnum, {
  name: 'AttendeeSource',
  description: 'How the attendee was registered.',
  valuesConfig: {
    FRONT_END_FORM: { description: 'By the registration form.' },
    API_SUBMISSION: { description: "By the service's API." },
    SPREADSHEET_IMPORT: { description: 'By the import of a spreadsheet.' },
    CHECK_IN_SOFTWARE: { description: 'By the check-in software.' },
    WECHAT_CHECK_IN: { description: 'By checking in with WeChat.' },
    MINI_PROGRAM: { description: 'By the mini program.' },
  },
});

export const ReviewStateEnum = enumOf(keys(reviewStates));
registerEnumType(ReviewStateEnum, {
  name: 'ReviewState',
  description: 'The state of the review of a registration.',
  valuesConfig: {
    PENDING: { description: 'Not reviewed.' },
    APPROVED: { description: 'Approved.' },
    REJECTED: { description: 'Rejected.' },
    APPROVED_WITH_MODIFICATION: { description: 'Approved, with modification.' },
    REJECTED_WITH_MODIFICATION: { description: 'Rejected, with modification.' },
  },
});

export const FaceSyncStatusEnum = enumOf(keys(faceSyncStatuses));
registerEnumType(FaceSyncStatusEnum, {
  name: 'FaceSyncStatus',
  description: 'The state of the face synchronisation.',
  valuesConfig: {
    NOT_SYNCED: { description: 'The picture is not synchronised.' },
    SYNCING: { description: 'The synchronisation is in progress.' },
    SYNCED: { description: 'The picture is synchronised.' },
    FAILED: { description: 'The synchronisation failed; see `message`.' },
  },
});

export const CheckInDeviceEnum = enumOf(keys(checkInDevices));
registerEnumType(CheckInDeviceEnum, {
  name: 'CheckInDevice',
  description: 'The device at a check-in point.',
  valuesConfig: {
    IPAD: { description: 'An iPad.' },
    PC: { description: 'A personal computer.' },
    WXAPP: { description: 'An app inside WeChat.' },
  },
});

export const ArticleContentFormatEnum = enumOf(['SAFE_HTML', 'TEXT', 'RAW_HTML'] as const);
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

export const ActivityUserErrorCodeEnum = enumOf(userErrorCodes);
registerEnumType(ActivityUserErrorCodeEnum, {
  name: 'ActivityUserErrorCode',
  description: 'The kind of a problem with an input.',
  valuesConfig: {
    REQUIRED: { description: 'A required value is missing or blank.' },
    UNKNOWN_FIELD: { description: 'The form has no such field.' },
    INVALID: { description: 'A value does not fit its form field, or the input is malformed.' },
    TOO_LONG: { description: 'The value is longer than the service accepts.' },
    IDEMPOTENCY_KEY_REUSED: { description: 'The key was used before with a different input.' },
    REJECTED: { description: 'The service rejected the call. The message is from the service, with personal data masked.' },
  },
});
