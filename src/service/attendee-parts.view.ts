/* The parts of an attendee's record: WeChat profile, review, face synchronisation. */

import { faceSyncStatuses, reviewStates, type AttendeeReview, type FaceSync, type WechatProfile } from '../records/attendee.js';
import { nameOfCode } from '../records/decode.js';

/** The fields of an attendee's record from which its parts are decoded. AttendeeView has them. */
interface PartFields {
  readonly wechatNickname: string | null;
  readonly wechatAvatar: string | null;
  readonly wechatSex: string | null;
  readonly wechatArea: string | null;
  readonly reviewCode: number;
  readonly reviewComment: string | null;
  readonly reviewedAt: Date | null;
  readonly reviewEnabled: boolean;
  readonly faceSyncCode: number;
  readonly faceSyncMessage: string | null;
  readonly faceInCloud: boolean;
}

/** The attendee's profile in WeChat. */
export class WechatView implements WechatProfile {
  constructor(private readonly attendee: PartFields) {}
  get nickname() {
    return this.attendee.wechatNickname;
  }
  get avatarUrl() {
    return this.attendee.wechatAvatar;
  }
  get sex() {
    return this.attendee.wechatSex;
  }
  get area() {
    return this.attendee.wechatArea;
  }
  get isEmpty(): boolean {
    return (this.nickname ?? this.avatarUrl ?? this.sex ?? this.area) === null;
  }
}

/** The review of an attendee's registration. */
export class ReviewView implements AttendeeReview {
  constructor(private readonly attendee: PartFields) {}
  get state() {
    return nameOfCode(reviewStates, this.code);
  }
  get code() {
    return this.attendee.reviewCode;
  }
  get comment() {
    return this.attendee.reviewComment;
  }
  get reviewedAt() {
    return this.attendee.reviewedAt;
  }
  get enabled() {
    return this.attendee.reviewEnabled;
  }
}

/** The synchronisation of an attendee's picture with the cloud face service. */
export class FaceSyncView implements FaceSync {
  constructor(private readonly attendee: PartFields) {}
  get status() {
    return nameOfCode(faceSyncStatuses, this.statusCode);
  }
  get statusCode() {
    return this.attendee.faceSyncCode;
  }
  get message() {
    return this.attendee.faceSyncMessage;
  }
  get inCloud() {
    return this.attendee.faceInCloud;
  }
}
