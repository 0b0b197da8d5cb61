/* Who may read the schedule. Addresses and passwords of meetings require `content:meeting`. */

import type { TypeAccess } from '../../access/access-rows.js';
import type {
  ActivityScheduleType,
  LocalIntervalType,
  ScheduleDayType,
  ScheduleItemType,
  ScheduleLinkType,
  ScheduleLiveType,
} from './schedule.type.js';

export const activityScheduleAccess: TypeAccess<ActivityScheduleType> = {
  object: 'content:read',
  people: 'none',
  fields: {
    totalCount: 'content:read',
    days: 'content:read',
  },
};

export const scheduleDayAccess: TypeAccess<ScheduleDayType> = {
  object: 'content:read',
  people: 'none',
  fields: {
    date: 'content:read',
    items: 'content:read',
  },
};

export const scheduleItemAccess: TypeAccess<ScheduleItemType> = {
  object: 'content:read',
  people: 'none',
  fields: {
    id: 'content:read',
    serviceId: 'content:read',
    activityId: 'content:read',
    parentId: 'content:read',
    title: 'content:read',
    subtitle: 'content:read',
    introduction: 'content:read',
    place: 'content:read',
    startsAt: 'content:read',
    endsAt: 'content:read',
    interval: 'content:read',
    guestId: 'content:read',
    guestName: 'content:read',
    guests: 'content:read',
    meetingId: 'content:meeting',
    meetingPassword: 'content:meeting',
    live: 'content:read',
    link: 'content:read',
    timeCategoryId: 'content:read',
    timeCategoryName: 'content:read',
    categoryId: 'content:read',
    categoryName: 'content:read',
    hiddenStatus: 'content:read',
    createdAt: 'content:read',
    deletedAt: 'content:read',
    children: 'content:read',
  },
};

export const localIntervalAccess: TypeAccess<LocalIntervalType> = {
  object: 'content:read',
  people: 'none',
  fields: {
    start: 'content:read',
    end: 'content:read',
  },
};

export const scheduleLiveAccess: TypeAccess<ScheduleLiveType> = {
  object: 'content:read',
  people: 'none',
  fields: {
    liveId: 'content:read',
    type: 'content:read',
    name: 'content:read',
    url: 'content:meeting',
  },
};

export const scheduleLinkAccess: TypeAccess<ScheduleLinkType> = {
  object: 'content:read',
  people: 'none',
  fields: {
    mode: 'content:read',
    title: 'content:read',
    value: 'content:read',
    label: 'content:read',
    appId: 'content:read',
  },
};
