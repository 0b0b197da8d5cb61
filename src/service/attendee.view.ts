/* The records of attendees: as the list has them (§4.3), and as get-one returns them (§4.4). */

import {
  attendeeSources,
  type Attendee,
  type AttendeeDetail,
  type AttendeeReview,
  type AttendeeSource,
  type FaceSync,
  type GetOneField,
  type WechatProfile,
} from '../records/attendee.js';
import { decodeFormAnswers } from '../records/decode-form-answers.js';
import { decimal, nameOfCode, optionalInt, textUnlessZero } from '../records/decode.js';
import type { UpstreamInvalidResponseError } from '../records/errors.js';
import * as field from '../records/field.js';
import { EntityView, withFields } from '../records/view.js';
import { FaceSyncView, ReviewView, WechatView } from './attendee-parts.view.js';

/** §2.2: an attendee with the fields of the list (§4.3). */
export class AttendeeView
  extends withFields(EntityView, {
    statedActivityId: field.of('form_id', textUnlessZero),
    contactId: field.of('contact_data_id', textUnlessZero),
    name: field.string('contact'),
    namePinyin: field.optionalString('contact_pinyin'),
    nameInitials: field.optionalString('contact_abbr'),
    mobile: field.optionalString('mobile'),
    /** Some records have the address only under the misspelt name. */
    email: field.optionalString('email', 'eamil'),
    idCardNumber: field.optionalString('idcard'),
    company: field.optionalString('company'),
    avatarUrl: field.optionalString('avatar'),
    formAnswers: field.of('content', decodeFormAnswers),
    orderNumber: field.optionalString('order'),
    label: field.optionalString('label'),
    signCode: field.optionalString('sign_code'),
    shortLink: field.optionalString('short_link'),
    sourceCode: field.optionalInt('source'),
    channel: field.optionalInt('channel'),
    openId: field.optionalString('openid'),
    wechatNickname: field.optionalString('wechat_nickname'),
    wechatAvatar: field.optionalString('wechat_avatar'),
    wechatSex: field.optionalString('wechat_sex'),
    wechatArea: field.optionalString('wechat_area'),
    reviewCode: field.int('review'),
    reviewComment: field.optionalString('msg'),
    reviewedAt: field.instant('review_time'),
    registeredAt: field.instant('time'),
    updatedAt: field.instant('update_time'),
    deletedAt: field.instant('delete_time'),
    faceSyncCode: field.int('avatar_status'),
    faceSyncMessage: field.optionalString('avatar_msg'),
    certificateApplicationId: field.of('is_ec', textUnlessZero),
  })
  implements Attendee
{
  readonly kind = 'attendee';

  invalidId(): UpstreamInvalidResponseError {
    return this.read('id', (_raw, position) => position.invalid('the requested attendee'));
  }
  invalidFormAnswers(): UpstreamInvalidResponseError {
    return this.read('content', (_raw, position) => position.invalid('an object'));
  }
  /** Whether the record names an activity other than the requested one. */
  get isForeign(): boolean {
    if (this.holds('form_id', this.activityId)) return false;
    const stated = this.statedActivityId;
    return stated !== null && stated !== String(this.activityId);
  }
  get source(): AttendeeSource | null {
    return nameOfCode(attendeeSources, this.sourceCode);
  }
  get wechat(): WechatProfile | null {
    const profile = new WechatView(this);
    return profile.isEmpty ? null : profile;
  }
  get review(): AttendeeReview {
    return new ReviewView(this);
  }
  get reviewEnabled(): boolean {
    return this.read('is_review', optionalInt) === 2;
  }
  get faceSync(): FaceSync {
    return new FaceSyncView(this);
  }
  get faceInCloud(): boolean {
    return this.read('is_sync_avatar', (raw, position) => raw === true || optionalInt(raw, position) === 1);
  }
}

/** §2.2: an attendee with the fields that only get-one returns (§4.4). */
export class AttendeeDetailView
  extends withFields(AttendeeView, {
    companyTaxId: field.optionalString('company_tax_id'),
    otherChannel: field.optionalString('other_channel'),
    points: field.of('points', decimal),
  })
  implements AttendeeDetail {}

/** The names on the wire of the fields that only get-one returns. */
export const getOneMembers: Readonly<Record<GetOneField, string>> = {
  companyTaxId: 'company_tax_id',
  otherChannel: 'other_channel',
  points: 'points',
};
