import type { JsonObject } from '../primitives/json.js';
import type { UpstreamInvalidResponseError } from './errors.js';
import type { ActivityId, ServiceId } from './ids.js';

/** An attendee of an activity with the fields that list and get-one both return (§2.2). */
export interface Attendee {
  readonly kind: 'attendee';
  readonly id: string;
  readonly serviceId: ServiceId;
  /** Returns the error for a record other than the requested one, with the path of its id in the reply. */
  invalidId(): UpstreamInvalidResponseError;
  /** The fields that only get-one returns and that this record lacks. Set on records that may have some of them. */
  readonly absentFields?: ReadonlySet<GetOneField>;
  readonly activityId: ActivityId;
  readonly contactId: string | null;
  readonly name: string;
  readonly namePinyin: string | null;
  readonly nameInitials: string | null;
  readonly mobile: string | null;
  /** From `email`, or from its second, misspelt copy where `email` has no value. */
  readonly email: string | null;
  readonly idCardNumber: string | null;
  readonly company: string | null;
  readonly avatarUrl: string | null;
  /** Form answers by field key. null if there is no value; undefined if the list's text cannot be decoded, so that get-one must be called. */
  readonly formAnswers: JsonObject | null | undefined;
  /** Returns the error for form answers that cannot be decoded, with their path in the reply. */
  invalidFormAnswers(): UpstreamInvalidResponseError;
  readonly orderNumber: string | null;
  readonly label: string | null;
  readonly signCode: string | null;
  readonly shortLink: string | null;
  readonly source: AttendeeSource | null;
  readonly sourceCode: number | null;
  readonly channel: number | null;
  readonly openId: string | null;
  readonly wechat: WechatProfile | null;
  readonly review: AttendeeReview;
  readonly registeredAt: Date | null;
  readonly updatedAt: Date | null;
  readonly deletedAt: Date | null;
  readonly faceSync: FaceSync;
  readonly certificateApplicationId: string | null;
}

/** An attendee as get-one returns it, with further fields (§2.2). Get-one is the endpoint `getAttendee`, which reads one attendee (§4.4). */
export interface AttendeeDetail extends Attendee {
  readonly companyTaxId: string | null;
  readonly otherChannel: string | null;
  /** A decimal number in plain digits. */
  readonly points: string | null;
}

/**
 * A field that get-one returns and the list does not, such as `points`. Selecting one costs a call for each attendee. Names with `GetOne` are
 * about these fields, or the calls that they cost.
 */
export type GetOneField = Exclude<keyof AttendeeDetail, keyof Attendee>;

/** Exactly one identifier of an attendee (§4.4). */
export type AttendeeLookup =
  | { readonly id: ServiceId }
  | { readonly mobile: string }
  | { readonly email: string }
  | { readonly openId: string };

/** Names of the known source codes (§2.2). */
export const attendeeSources = {
  FRONT_END_FORM: 1,
  API_SUBMISSION: 2,
  SPREADSHEET_IMPORT: 3,
  CHECK_IN_SOFTWARE: 4,
  WECHAT_CHECK_IN: 5,
  MINI_PROGRAM: 10,
} as const;
export type AttendeeSource = keyof typeof attendeeSources;

/** The attendee's profile in WeChat. */
export interface WechatProfile {
  readonly nickname: string | null;
  readonly avatarUrl: string | null;
  readonly sex: string | null;
  readonly area: string | null;
}

/** Names of the review codes (§3). 4 and 5 are no longer used. */
export const reviewStates = {
  PENDING: 1,
  APPROVED: 2,
  REJECTED: 3,
  APPROVED_WITH_MODIFICATION: 6,
  REJECTED_WITH_MODIFICATION: 7,
} as const;
export type ReviewState = keyof typeof reviewStates;

/** The review of an attendee's registration. */
export interface AttendeeReview {
  /** null for a code without a name. */
  readonly state: ReviewState | null;
  readonly code: number;
  readonly comment: string | null;
  readonly reviewedAt: Date | null;
  readonly enabled: boolean;
}

/** Names of the codes of face synchronisation (§3). */
export const faceSyncStatuses = { NOT_SYNCED: 0, SYNCING: 1, SYNCED: 2, FAILED: 3 } as const;
export type FaceSyncStatus = keyof typeof faceSyncStatuses;

/** The synchronisation of an attendee's picture with the cloud face service. */
export interface FaceSync {
  /** null for a code without a name. */
  readonly status: FaceSyncStatus | null;
  readonly statusCode: number;
  readonly message: string | null;
  readonly inCloud: boolean;
}
