/*
 * Who may read the fields of an attendee. Personal data require `attendees:pii`. The caller's own record, which `Activity.viewer` returns,
 * is readable with `self:read` alone.
 */

import type { TypeAccess } from '../../access/access-rows.js';
import type { AttendeeResolver } from './attendee.resolver.js';
import type { AttendeeReviewType, AttendeeType, CustomFieldValueType, FaceSyncType, WechatProfileType } from './attendee.type.js';

export const attendeeAccess: TypeAccess<AttendeeType | AttendeeResolver> = {
  object: 'attendees:read',
  people: { identifiedBy: ['id', 'serviceId', 'activityId', 'activity'] },
  self: { scope: 'self:read' },
  fields: {
    id: 'attendees:read',
    serviceId: 'attendees:read',
    activityId: 'attendees:read',
    contactId: 'attendees:read',
    name: 'attendees:read',
    namePinyin: 'attendees:read',
    nameInitials: 'attendees:read',
    mobile: 'attendees:pii',
    email: 'attendees:pii',
    idCardNumber: 'attendees:pii',
    company: 'attendees:read',
    avatarUrl: 'attendees:pii',
    orderNumber: 'attendees:read',
    label: 'attendees:read',
    signCode: 'attendees:pii',
    shortLink: 'attendees:pii',
    source: 'attendees:read',
    sourceCode: 'attendees:read',
    channel: 'attendees:read',
    openId: 'attendees:pii',
    wechat: 'attendees:pii',
    review: 'attendees:read',
    registeredAt: 'attendees:read',
    updatedAt: 'attendees:read',
    deletedAt: 'attendees:read',
    faceSync: 'attendees:read',
    certificateApplicationId: 'attendees:read',
    activity: 'attendees:read',
    companyTaxId: 'attendees:read',
    customFields: 'attendees:pii',
    customField: 'attendees:pii',
    content: 'attendees:pii',
    qrCodeUrl: 'attendees:pii',
    otherChannel: 'attendees:read',
    points: 'attendees:read',
  },
};

export const wechatProfileAccess: TypeAccess<WechatProfileType> = {
  object: 'attendees:pii',
  people: 'recorded above',
  self: { scope: 'self:read' },
  fields: {
    nickname: 'attendees:pii',
    avatarUrl: 'attendees:pii',
    sex: 'attendees:pii',
    area: 'attendees:pii',
  },
};

export const attendeeReviewAccess: TypeAccess<AttendeeReviewType> = {
  object: 'attendees:read',
  people: 'recorded above',
  self: { scope: 'self:read' },
  fields: {
    state: 'attendees:read',
    code: 'attendees:read',
    comment: 'attendees:read',
    reviewedAt: 'attendees:read',
    enabled: 'attendees:read',
  },
};

export const faceSyncAccess: TypeAccess<FaceSyncType> = {
  object: 'attendees:read',
  people: 'recorded above',
  self: { scope: 'self:read' },
  fields: {
    status: 'attendees:read',
    statusCode: 'attendees:read',
    message: 'attendees:read',
    inCloud: 'attendees:read',
  },
};

export const customFieldValueAccess: TypeAccess<CustomFieldValueType> = {
  object: 'attendees:pii',
  people: 'recorded above',
  self: { scope: 'self:read' },
  fields: {
    name: 'attendees:pii',
    field: 'attendees:pii',
    value: 'attendees:pii',
  },
};
