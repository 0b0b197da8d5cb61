/* Who may read the fields of an attendee. The caller's own record, which `Activity.viewer` returns, is readable with `self:read` alone. */

import type { TypeAccessWithSelf } from '../../access/access-rows.js';
import type { AttendeeResolver } from './attendee.resolver.js';
import type { AttendeeReviewType, AttendeeType, CustomFieldValueType, FaceSyncType, WechatProfileType } from './attendee.type.js';

/** A field whose scope is not `attendees:read` must be nullable in the graph: a denied field is null. */
export const attendeeAccess: TypeAccessWithSelf<AttendeeType | AttendeeResolver> = {
  object: 'attendees:read',
  people: { identifiedBy: ['id', 'serviceId', 'activityId', 'activity'] },
  self: 'self:read',
  fields: {
    id: { scope: 'attendees:read', self: true },
    serviceId: { scope: 'attendees:read', self: true },
    activityId: { scope: 'attendees:read', self: true },
    contactId: { scope: 'attendees:read', self: true },
    name: { scope: 'attendees:read', self: true },
    namePinyin: { scope: 'attendees:read', self: true },
    nameInitials: { scope: 'attendees:read', self: true },
    mobile: { scope: 'attendees:pii', self: true },
    email: { scope: 'attendees:pii', self: true },
    idCardNumber: { scope: 'attendees:pii', self: true },
    company: { scope: 'attendees:read', self: true },
    avatarUrl: { scope: 'attendees:pii', self: true },
    orderNumber: { scope: 'attendees:read', self: true },
    label: { scope: 'attendees:read', self: true },
    signCode: { scope: 'attendees:pii', self: true },
    shortLink: { scope: 'attendees:pii', self: true },
    source: { scope: 'attendees:read', self: true },
    sourceCode: { scope: 'attendees:read', self: true },
    channel: { scope: 'attendees:read', self: true },
    openId: { scope: 'attendees:pii', self: true },
    wechat: { scope: 'attendees:pii', self: true },
    review: { scope: 'attendees:read', self: true },
    registeredAt: { scope: 'attendees:read', self: true },
    updatedAt: { scope: 'attendees:read', self: true },
    deletedAt: { scope: 'attendees:read', self: true },
    faceSync: { scope: 'attendees:read', self: true },
    certificateApplicationId: { scope: 'attendees:read', self: true },
    activity: { scope: 'attendees:read', self: true },
    companyTaxId: { scope: 'attendees:read', self: true },
    customFields: { scope: 'attendees:pii', self: true },
    customField: { scope: 'attendees:pii', self: true },
    content: { scope: 'attendees:pii', self: true },
    qrCodeUrl: { scope: 'attendees:pii', self: true },
    otherChannel: { scope: 'attendees:read', self: true },
    points: { scope: 'attendees:read', self: true },
  },
};

export const wechatProfileAccess: TypeAccessWithSelf<WechatProfileType> = {
  object: 'attendees:pii',
  people: 'covered by parent',
  self: 'self:read',
  fields: {
    nickname: { scope: 'attendees:pii', self: true },
    avatarUrl: { scope: 'attendees:pii', self: true },
    sex: { scope: 'attendees:pii', self: true },
    area: { scope: 'attendees:pii', self: true },
  },
};

export const attendeeReviewAccess: TypeAccessWithSelf<AttendeeReviewType> = {
  object: 'attendees:read',
  people: 'covered by parent',
  self: 'self:read',
  fields: {
    state: { scope: 'attendees:read', self: true },
    code: { scope: 'attendees:read', self: true },
    comment: { scope: 'attendees:read', self: true },
    reviewedAt: { scope: 'attendees:read', self: true },
    enabled: { scope: 'attendees:read', self: true },
  },
};

export const faceSyncAccess: TypeAccessWithSelf<FaceSyncType> = {
  object: 'attendees:read',
  people: 'covered by parent',
  self: 'self:read',
  fields: {
    status: { scope: 'attendees:read', self: true },
    statusCode: { scope: 'attendees:read', self: true },
    message: { scope: 'attendees:read', self: true },
    inCloud: { scope: 'attendees:read', self: true },
  },
};

export const customFieldValueAccess: TypeAccessWithSelf<CustomFieldValueType> = {
  object: 'attendees:pii',
  people: 'covered by parent',
  self: 'self:read',
  fields: {
    name: { scope: 'attendees:pii', self: true },
    field: { scope: 'attendees:pii', self: true },
    value: { scope: 'attendees:pii', self: true },
  },
};
