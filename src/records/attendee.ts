/* Attendees (§2.2): as the list has them (§4.3), and as the detail endpoint returns them (§4.4). */

import { isRecord, parseJsonText } from '../json/json.js';
import type { JsonObject } from '../primitives/json-text.js';
import { decodeDecimal, decodeObject, decodeOptionalInt, decodeWholeNumber, hasNoRecord, hasNoValue } from './decode.js';
import { showFields } from './display.js';
import type { UpstreamInvalidResponseError } from './errors.js';
import { computed, enumOf, instant, int, nameOfCode, nullable, optionalInt, idAsText, optionalText, text, decoded } from './field.js';
import type { ActivityId, ServiceId } from './ids.js';
import { entity, extended, recordClass } from './record.js';
import { type Envelope, type ReplyPosition, requiredMember } from './reply.js';
import { recordsOfData } from './wire-record.js';

/** Access of fields that only identify the attendee. */
export const identifiedOnly = { person: 'identified' } as const;
/** Access of fields that every caller with `attendees:read` may read. */
const profile = { person: 'described' } as const;
/** Access of data by which the person is reached or identified outside of the event. */
export const contactData = { scope: 'attendees:pii', person: 'described' } as const;

export const AttendeeSources = enumOf('AttendeeSource', 'How the attendee was registered.', {
  FRONT_END_FORM: { code: 1, description: 'By the registration form.' },
  API_SUBMISSION: { code: 2, description: "By the service's API." },
  SPREADSHEET_IMPORT: { code: 3, description: 'By the import of a spreadsheet.' },
  CHECK_IN_SOFTWARE: { code: 4, description: 'By the check-in software.' },
  WECHAT_CHECK_IN: { code: 5, description: 'By checking in with WeChat.' },
  MINI_PROGRAM: { code: 10, description: 'By the mini program.' },
});
export type AttendeeSource = keyof typeof AttendeeSources.values;

/** The review codes (§3). 4 and 5 are no longer used. */
export const ReviewStates = enumOf('ReviewState', 'The state of the review of a registration.', {
  PENDING: { code: 1, description: 'Not reviewed.' },
  APPROVED: { code: 2, description: 'Approved.' },
  REJECTED: { code: 3, description: 'Rejected.' },
  APPROVED_WITH_MODIFICATION: { code: 6, description: 'Approved, with modification.' },
  REJECTED_WITH_MODIFICATION: { code: 7, description: 'Rejected, with modification.' },
});
export type ReviewState = keyof typeof ReviewStates.values;

/** The codes of face synchronisation (§3). */
export const FaceSyncStatuses = enumOf('FaceSyncStatus', 'The state of the face synchronisation.', {
  NOT_SYNCED: { code: 0, description: 'The picture is not synchronised.' },
  SYNCING: { code: 1, description: 'The synchronisation is in progress.' },
  SYNCED: { code: 2, description: 'The picture is synchronised.' },
  FAILED: { code: 3, description: 'The synchronisation failed; see `message`.' },
});
export type FaceSyncStatus = keyof typeof FaceSyncStatuses.values;

export class WechatProfile extends recordClass('WechatProfile', {
  description: 'The WeChat profile.',
  scope: 'attendees:pii',
  people: 'covered by parent',
  self: 'self:read',
  fields: {
    nickname: optionalText('wechat_nickname', 'The name in WeChat; null if empty.'),
    avatarUrl: optionalText('wechat_avatar', 'The address of the picture; null if empty.'),
    sex: optionalText('wechat_sex', 'The sex, as the service sends it; null if empty.'),
    area: optionalText('wechat_area', 'The region, as the service sends it; null if empty.'),
  },
}) {}

export class AttendeeReview extends recordClass('AttendeeReview', {
  description: 'The review of a registration by the organiser.',
  scope: 'attendees:read',
  people: 'covered by parent',
  self: 'self:read',
  fields: {
    state: computed(nullable(ReviewStates), 'The state. Null if the meaning of `code` is not documented.'),
    code: int('review', "The service's code of the state."),
    comment: optionalText('msg', "The reviewer's comment; null if empty."),
    reviewedAt: instant('review_time', 'When the registration was reviewed; null if not stated.'),
    enabled: decoded('Boolean', 'is_review', isTwo, 'Whether review is enabled for this attendee.'),
  },
}) {
  get state(): ReviewState | null {
    return nameOfCode(ReviewStates, this.code);
  }
}

export class FaceSync extends recordClass('FaceSync', {
  description: 'The synchronisation of a picture with the face-recognition service.',
  scope: 'attendees:read',
  people: 'covered by parent',
  self: 'self:read',
  fields: {
    status: computed(nullable(FaceSyncStatuses), 'The state. Null if the meaning of `statusCode` is not documented.'),
    statusCode: int('avatar_status', "The service's code of the state."),
    message: optionalText('avatar_msg', "The face service's message; null if empty."),
    inCloud: decoded('Boolean', 'is_sync_avatar', isOneOrTrue, 'Whether the picture is in the cloud face service.'),
  },
}) {
  get status(): FaceSyncStatus | null {
    return nameOfCode(FaceSyncStatuses, this.statusCode);
  }
}

/** An attendee with the fields that the list and the detail endpoint both return. */
export class Attendee extends entity('attendee', {
  description: 'A registered person.',
  scope: 'attendees:read',
  people: 'described',
  self: 'self:read',
  ids: identifiedOnly,
  fields: {
    statedActivityId: idAsText('form_id'),
    contactId: idAsText(
      'contact_data_id',
      'The id of the contact who registered this attendee, in the event service; null if there is none.',
      profile,
    ),
    name: text('contact', 'The name; empty if the service has none.', profile),
    namePinyin: optionalText('contact_pinyin', 'The transliterated name; null if empty.', profile),
    nameInitials: optionalText('contact_abbr', 'The initials of the name; null if empty.', profile),
    mobile: optionalText('mobile', 'The mobile number; null if empty.', contactData),
    /** Some records have the address only under the misspelt name. */
    email: optionalText(['email', 'eamil'], 'The e-mail address; null if empty.', contactData),
    idCardNumber: optionalText('idcard', 'The number of the identity card; null if empty.', contactData),
    company: optionalText('company', 'The company; null if empty.', profile),
    avatarUrl: optionalText('avatar', 'The address of the picture; null if empty.', contactData),
    /** By field key. null if there is no value; undefined if the list's text cannot be decoded, so that a detail call is needed. */
    formAnswers: decoded('JSON', 'content', decodeFormAnswers),
    orderNumber: optionalText('order', 'The number of the order; null if empty.', profile),
    label: optionalText('label', 'The label; null if empty. What it labels is not documented.', profile),
    signCode: optionalText('sign_code', 'The check-in code; null if empty.', contactData),
    shortLink: optionalText('short_link', 'A short link; null if empty. Where it leads is not documented.', contactData),
    source: computed(
      nullable(AttendeeSources),
      'How the attendee was registered. Null if the meaning of `sourceCode` is not documented.',
      profile,
    ),
    sourceCode: optionalInt('source', "The service's code of the source; null if there is none.", profile),
    channel: optionalInt('channel', 'The service id of the registration channel; null if there is none.', profile),
    openId: optionalText('openid', 'The id at a third party; null if empty.', contactData),
    wechat: computed(
      nullable(() => WechatProfile),
      'The WeChat profile. Null if all its fields are null.',
      contactData,
    ),
    review: computed(() => AttendeeReview, 'The review of the registration by the organiser.', profile),
    registeredAt: instant('time', 'When the attendee was registered; null if not stated.', profile),
    updatedAt: instant('update_time', 'When the record was last changed; null if not stated.', profile),
    deletedAt: instant('delete_time', 'When the record was deleted; null if it is not deleted.', profile),
    faceSync: computed(() => FaceSync, 'The synchronisation of the picture with the face-recognition service.', profile),
    certificateApplicationId: idAsText(
      'is_ec',
      'The id of the certificate application in the event service; null if there is none.',
      profile,
    ),
  },
}) {
  /** Whether the record has a detail field. */
  has(_field: DetailField): this is AttendeeDetail {
    return false;
  }

  /** Whether the record names an activity other than the requested one. */
  get isForeign(): boolean {
    if (this.holds('form_id', this.activityId)) return false;
    const stated = this.statedActivityId;
    return stated !== null && stated !== String(this.activityId);
  }
  get source(): AttendeeSource | null {
    return nameOfCode(AttendeeSources, this.sourceCode);
  }
  get wechat(): WechatProfile | null {
    return this.lacks('wechat_nickname', 'wechat_avatar', 'wechat_sex', 'wechat_area') ? null : this.part(WechatProfile);
  }
  get review(): AttendeeReview {
    return this.part(AttendeeReview);
  }
  get faceSync(): FaceSync {
    return this.part(FaceSync);
  }

  /** The error for a record other than the requested one. */
  invalidId(): UpstreamInvalidResponseError {
    return this.read('id', (_raw, position) => position.invalid('the requested attendee'));
  }
  /** The error for form answers that cannot be decoded. */
  invalidFormAnswers(): UpstreamInvalidResponseError {
    return this.read('content', (_raw, position) => position.invalid('an object'));
  }
}

/** Reading one of them from a list takes a call, so each has a resolver, in graph/types/attendee.ts. */
export const detailTable = {
  companyTaxId: optionalText(
    'company_tax_id',
    'The tax number of the company; null if empty. Costs one call to the service per attendee.',
    profile,
  ),
  otherChannel: optionalText(
    'other_channel',
    'The channel of the referrer; null if empty. Costs one call to the service per attendee.',
    profile,
  ),
  /** A decimal number in plain digits. */
  points: decoded(
    nullable('Decimal'),
    'points',
    decodeDecimal,
    'The points; null if not stated. Costs one call to the service per attendee.',
    profile,
  ),
};

/**
 * A detail field: the detail endpoint returns it and the list does not, such as `points`. Selecting detail fields costs a detail call for
 * each attendee.
 */
export type DetailField = keyof typeof detailTable;

export const detailFields = new Set(Object.keys(detailTable)) as ReadonlySet<DetailField>;

/** An attendee as the detail endpoint returns it: `getAttendee` (§4.4). */
export class AttendeeDetail extends extended(Attendee, detailTable) {
  override has(_field: DetailField): this is AttendeeDetail {
    return true;
  }
}

/**
 * An attendee in the result of a bound operation. The interface documents some fields for the detail endpoint only; this record may have
 * them or not.
 */
export class BoundAttendee extends AttendeeDetail {
  override has(field: DetailField): this is AttendeeDetail {
    return !this.holds(detailTable[field].member, undefined);
  }
}

/** One page of the list (§4.3): its records in the order of the service, and the total that the service states. */
export class AttendeePage {
  static {
    showFields(this, ['items', 'total']);
  }
  readonly #total: unknown;
  readonly #position: ReplyPosition;

  /** @param position of the reply */
  constructor(
    /** null for a record of an activity other than the requested one. */
    readonly items: readonly (Attendee | null)[],
    total: unknown,
    position: ReplyPosition,
  ) {
    this.#total = total;
    this.#position = position;
  }

  /** The total number of attendees. @throws UpstreamInvalidResponseError if it is not an integer from 0 to 2³¹ - 1 */
  get total(): number {
    const position = this.#position.child('total');
    const total = decodeWholeNumber(this.#total, position);
    if (total < 0 || total > 0x7fffffff) throw position.invalid('a number of attendees');
    return total;
  }

  /** The total. @returns null if it is invalid */
  get totalOrNull(): number | null {
    try {
      return this.total;
    } catch {
      return null;
    }
  }

  /** The error for a page that contradicts its total or another page. */
  invalid(expected: string): UpstreamInvalidResponseError {
    return this.#position.child('data').invalid(expected);
  }
}

/** The page of §4.3. @throws UpstreamInvalidResponseError */
export function attendeePage(envelope: Envelope, activityId: ActivityId): AttendeePage {
  const { raw, position } = envelope;
  const items = recordsOfData(envelope, Attendee, activityId);
  return new AttendeePage(items.map(ofRequestedActivityIfReadable), raw.total, position);
}

/** The attendee of §4.4, of whatever activity. @returns null if the reply contains none @throws UpstreamInvalidResponseError */
export function attendeeOfAnyActivity({ raw, position }: Envelope, activityId: ActivityId): AttendeeDetail | null {
  const data = requiredMember(raw, 'data', position, 'an object');
  if (hasNoRecord(data)) return null;
  const dataPosition = position.child('data');
  return new AttendeeDetail(decodeObject(data, dataPosition), dataPosition, activityId);
}

/**
 * The attendee of §4.4. @returns null if the reply contains none, or one of an activity other than the requested one, whose personal data
 * the caller may not see @throws UpstreamInvalidResponseError
 */
export function foundAttendee(envelope: Envelope, activityId: ActivityId): AttendeeDetail | null {
  const attendee = attendeeOfAnyActivity(envelope, activityId);
  return attendee === null || attendee.isForeign ? null : attendee;
}

/**
 * The record of an attendee. @returns null if it belongs to an activity other than the requested one, or its activity cannot be
 * decoded, so that the record does not fail a list
 */
export function ofRequestedActivityIfReadable<Found extends Attendee>(attendee: Found): Found | null {
  try {
    return attendee.isForeign ? null : attendee;
  } catch {
    return null;
  }
}

/** Exactly one identifier of an attendee (§4.4). */
export type AttendeeLookup =
  | { readonly id: ServiceId }
  | { readonly mobile: string }
  | { readonly email: string }
  | { readonly openId: string };

/** `is_review`: 2 stands for enabled. */
function isTwo(raw: unknown, position: ReplyPosition): boolean {
  return decodeOptionalInt(raw, position) === 2;
}

function isOneOrTrue(raw: unknown, position: ReplyPosition): boolean {
  return raw === true || decodeOptionalInt(raw, position) === 1;
}

/**
 * The form answers (`content`): an object in the detail, the JSON text of an object in the list.
 * @returns null for no value, undefined for anything else that is not an object: the detail may have a valid one
 */
function decodeFormAnswers(raw: unknown, position: ReplyPosition): JsonObject | null | undefined {
  const written = typeof raw === 'string' ? raw.trim() : undefined;
  if (written === '') return null;
  const answers = written === undefined ? raw : parseJsonText(written);
  if (isRecord(answers)) return position.json(answers) as JsonObject;
  if (Array.isArray(answers) && answers.length === 0) return {};
  // The value false stands for none. The text `false` does not.
  const isNone = written === undefined ? hasNoValue(answers) : answers === null;
  return isNone ? null : undefined;
}
