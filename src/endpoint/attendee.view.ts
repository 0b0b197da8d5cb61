import {
  attendeeSources,
  type Attendee,
  type AttendeeDetail,
  type AttendeeReview,
  type AttendeeSource,
  type DetailField,
  type FaceSync,
  type WechatProfile,
} from '../model/attendee.js';
import type { JsonObject } from '../primitives/json.js';
import { FaceSyncView, ReviewView, WechatView } from './attendee-parts.view.js';
import { decodeFormAnswers } from './form-answers.js';
import { decimal, foreignId, nameOf, optionalText } from './decode.js';
import { EntityView } from './view.js';

/** §2.2: an attendee with the fields of the list (§4.3). */
export class AttendeeView extends EntityView implements Attendee {
  readonly kind = 'attendee';

  get statedActivityId(): string | null {
    return this.read('form_id', foreignId);
  }
  /** Whether the record names another activity than the requested one. */
  get isForeign(): boolean {
    if (this.holds('form_id', this.activityId)) return false;
    const stated = this.statedActivityId;
    return stated !== null && stated !== String(this.activityId);
  }
  get contactId(): string | null {
    return this.read('contact_data_id', foreignId);
  }
  get name(): string {
    return this.text('contact');
  }
  get namePinyin(): string | null {
    return this.optionalText('contact_pinyin');
  }
  get nameInitials(): string | null {
    return this.optionalText('contact_abbr');
  }
  get mobile(): string | null {
    return this.optionalText('mobile');
  }
  /** Some records have the address only under the misspelt name. */
  get email(): string | null {
    return this.optionalText('email') ?? this.optionalText('eamil');
  }
  get idCardNumber(): string | null {
    return this.optionalText('idcard');
  }
  get company(): string | null {
    return this.optionalText('company');
  }
  get avatarUrl(): string | null {
    return this.optionalText('avatar');
  }
  get formAnswers(): JsonObject | null | undefined {
    return this.read('content', decodeFormAnswers);
  }
  get orderNumber(): string | null {
    return this.optionalText('order');
  }
  get label(): string | null {
    return this.optionalText('label');
  }
  get signCode(): string | null {
    return this.optionalText('sign_code');
  }
  get shortLink(): string | null {
    return this.optionalText('short_link');
  }
  get source(): AttendeeSource | null {
    return nameOf(attendeeSources, this.sourceCode);
  }
  get sourceCode(): number | null {
    return this.optionalInt('source');
  }
  get channel(): number | null {
    return this.optionalInt('channel');
  }
  get openId(): string | null {
    return this.optionalText('openid');
  }
  get wechat(): WechatProfile | null {
    const profile = new WechatView(this);
    return profile.isBlank ? null : profile;
  }
  get wechatNickname(): string | null {
    return this.optionalText('wechat_nickname');
  }
  get wechatAvatar(): string | null {
    return this.optionalText('wechat_avatar');
  }
  get wechatSex(): string | null {
    return this.optionalText('wechat_sex');
  }
  get wechatArea(): string | null {
    return this.optionalText('wechat_area');
  }
  get review(): AttendeeReview {
    return new ReviewView(this);
  }
  get reviewCode(): number {
    return this.int('review');
  }
  get reviewComment(): string | null {
    return this.optionalText('msg');
  }
  get reviewedAt(): Date | null {
    return this.instant('review_time');
  }
  get reviewEnabled(): boolean {
    return this.optionalInt('is_review') === 2;
  }
  get registeredAt(): Date | null {
    return this.instant('time');
  }
  get updatedAt(): Date | null {
    return this.instant('update_time');
  }
  get deletedAt(): Date | null {
    return this.instant('delete_time');
  }
  get faceSync(): FaceSync {
    return new FaceSyncView(this);
  }
  get faceSyncCode(): number {
    return this.int('avatar_status');
  }
  get faceSyncMessage(): string | null {
    return this.optionalText('avatar_msg');
  }
  get faceInCloud(): boolean {
    return this.optionalInt('is_sync_avatar') === 1;
  }
  get certificateApplicationId(): string | null {
    return this.read('is_ec', foreignId);
  }
}

/** §2.2: an attendee with the fields that only get-one returns (§4.4). */
export class AttendeeDetailView extends AttendeeView implements AttendeeDetail {
  get companyTaxId(): string | null {
    return this.optionalText('company_tax_id');
  }
  get otherChannel(): string | null {
    return this.read('other_channel', optionalText);
  }
  get points(): string | null {
    return this.read('points', decimal);
  }
}

/** The names on the wire of the fields that only get-one returns. */
export const detailMembers: Readonly<Record<DetailField, string>> = {
  companyTaxId: 'company_tax_id',
  otherChannel: 'other_channel',
  points: 'points',
};
