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
  self: {
    scope: 'self:read',
    opens: {
      id: true,
      serviceId: true,
      activityId: true,
      contactId: true,
      name: true,
      namePinyin: true,
      nameInitials: true,
      mobile: true,
      email: true,
      idCardNumber: true,
      company: true,
      avatarUrl: true,
      orderNumber: true,
      label: true,
      signCode: true,
      shortLink: true,
      source: true,
      sourceCode: true,
      channel: true,
      openId: true,
      wechat: true,
      review: true,
      registeredAt: true,
      updatedAt: true,
      deletedAt: true,
      faceSync: true,
      certificateApplicationId: true,
      activity: true,
      companyTaxId: true,
      customFields: true,
      customField: true,
      content: true,
      qrCodeUrl: true,
      otherChannel: true,
      points: true,
    },
  },
};

export const wechatProfileAccess: TypeAccess<WechatProfileType> = {
  object: 'attendees:pii',
  people: 'recorded above',
  fields: {
    nickname: 'attendees:pii',
    avatarUrl: 'attendees:pii',
    sex: 'attendees:pii',
    area: 'attendees:pii',
  },
  self: {
    scope: 'self:read',
    opens: {
      nickname: true,
      avatarUrl: true,
      sex: true,
      area: true,
    },
  },
};

export const attendeeReviewAccess: TypeAccess<AttendeeReviewType> = {
  object: 'attendees:read',
  people: 'recorded above',
  fields: {
    state: 'attendees:read',
    code: 'attendees:read',
    comment: 'attendees:read',
    reviewedAt: 'attendees:read',
    enabled: 'attendees:read',
  },
  self: {
    scope: 'self:read',
    opens: {
      state: true,
      code: true,
      comment: true,
      reviewedAt: true,
      enabled: true,
    },
  },
};

export const faceSyncAccess: TypeAccess<FaceSyncType> = {
  object: 'attendees:read',
  people: 'recorded above',
  fields: {
    status: 'attendees:read',
    statusCode: 'attendees:read',
    message: 'attendees:read',
    inCloud: 'attendees:read',
  },
  self: {
    scope: 'self:read',
    opens: {
      status: true,
      statusCode: true,
      message: true,
      inCloud: true,
    },
  },
};

export const customFieldValueAccess: TypeAccess<CustomFieldValueType> = {
  object: 'attendees:pii',
  people: 'recorded above',
  fields: {
    name: 'attendees:pii',
    field: 'attendees:pii',
    value: 'attendees:pii',
  },
  self: {
    scope: 'self:read',
    opens: {
      name: true,
      field: true,
      value: true,
    },
  },
};
