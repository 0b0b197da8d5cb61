import type { ActivityId, ServiceId } from './ids.js';
import type { JsonObject } from './json.js';

/** A registrant of an activity as the list and the get-one operation both give it (§2.2). */
export interface Attendee {
  readonly kind: 'attendee';
  readonly id: string;
  readonly serviceId: ServiceId;
  readonly activityId: ActivityId;
  readonly contactId: string | null;
  readonly name: string;
  readonly namePinyin: string | null;
  readonly nameInitials: string | null;
  readonly mobile: string | null;
  /** From `email`, or from its misspelled twin where that is blank. */
  readonly email: string | null;
  readonly idCardNumber: string | null;
  readonly company: string | null;
  readonly avatarUrl: string | null;
  /** Answers by field key. null when blank, undefined where the list's text does not decode and the get-one must tell. */
  readonly answers: JsonObject | null | undefined;
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

/** An attendee as the get-one operation gives it: with the fields that no list has (§2.2). */
export interface AttendeeDetail extends Attendee {
  readonly companyTaxId: string | null;
  readonly otherChannel: string | null;
  /** A decimal in plain digits. */
  readonly points: string | null;
}

/** Exactly one way to name an attendee (§4.4). */
export type AttendeeLookup =
  { readonly id: ServiceId } | { readonly mobile: string } | { readonly email: string } | { readonly openId: string };

/** Source codes that the interface names (§2.2). */
export const attendeeSources = {
  FRONT_END_FORM: 1,
  API_SUBMISSION: 2,
  SPREADSHEET_IMPORT: 3,
  CHECK_IN_SOFTWARE: 4,
  WECHAT_CHECK_IN: 5,
  MINI_PROGRAM: 10,
} as const;
export type AttendeeSource = keyof typeof attendeeSources;

export interface WechatProfile {
  readonly nickname: string | null;
  readonly avatarUrl: string | null;
  readonly sex: string | null;
  readonly area: string | null;
}

/** Review codes of §3; 4 and 5 are retired. */
export const reviewStates = {
  PENDING: 1,
  APPROVED: 2,
  REJECTED: 3,
  APPROVED_WITH_MODIFICATION: 6,
  REJECTED_WITH_MODIFICATION: 7,
} as const;
export type ReviewState = keyof typeof reviewStates;

export interface AttendeeReview {
  readonly state: ReviewState | null;
  readonly code: number;
  readonly comment: string | null;
  readonly reviewedAt: Date | null;
  readonly enabled: boolean;
}

/** Face-sync codes of §3. */
export const faceSyncStatuses = { NOT_SYNCED: 0, SYNCING: 1, SYNCED: 2, FAILED: 3 } as const;
export type FaceSyncStatus = keyof typeof faceSyncStatuses;

export interface FaceSync {
  readonly status: FaceSyncStatus | null;
  readonly statusCode: number;
  readonly message: string | null;
  readonly inCloud: boolean;
}
