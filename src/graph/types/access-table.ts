/* The access rows of all types: who may obtain an object, and read each field. */

import type { AccessRows, TypeAccess } from '../access/access-rows.js';
import type { EntityTypeName } from '../entity-types.js';
import { activityAccess } from './activity/activity.access.js';
import { articleAccess, articleListAccess } from './article/article.access.js';
import { attendeeConnectionAccess, attendeeEdgeAccess } from './attendee/attendee-connection.access.js';
import {
  attendeeAccess,
  attendeeReviewAccess,
  customFieldValueAccess,
  faceSyncAccess,
  wechatProfileAccess,
} from './attendee/attendee.access.js';
import { categoryAccess } from './category/category.access.js';
import { checkInEventAccess } from './check-in/check-in-event.access.js';
import { checkInFieldAccess, checkInMatchAccess } from './check-in/check-in.access.js';
import { formFieldAccess } from './form-field/form-field.access.js';
import { pageInfoAccess } from './page-info.access.js';
import { addAttendeesPayloadAccess, attendeeRegistrationAccess } from './registration/registration.access.js';
import { mutationAccess, queryAccess, subscriptionAccess } from './root-types.access.js';
import {
  activityScheduleAccess,
  localIntervalAccess,
  scheduleDayAccess,
  scheduleItemAccess,
  scheduleLinkAccess,
  scheduleLiveAccess,
} from './schedule/schedule.access.js';
import { ssoLoginAccess, ssoLoginPayloadAccess } from './sso-login/sso-login.access.js';
import { goodsAccess, ticketItemAccess } from './stock/stock.access.js';
import { activityUserErrorAccess } from './user-error/user-error.access.js';

/** The access rows of entities. An entity without rows does not compile. */
const ofEntities: Readonly<Record<EntityTypeName, TypeAccess>> = {
  Activity: activityAccess,
  Attendee: attendeeAccess,
  ScheduleItem: scheduleItemAccess,
  Article: articleAccess,
  Category: categoryAccess,
  TicketItem: ticketItemAccess,
  Goods: goodsAccess,
};

/** The access rows of all types that are no entities. The program does not start if a type has no rows. */
const ofOthers = {
  Query: queryAccess,
  Mutation: mutationAccess,
  Subscription: subscriptionAccess,
  FormField: formFieldAccess,
  AttendeeConnection: attendeeConnectionAccess,
  AttendeeEdge: attendeeEdgeAccess,
  PageInfo: pageInfoAccess,
  WechatProfile: wechatProfileAccess,
  AttendeeReview: attendeeReviewAccess,
  FaceSync: faceSyncAccess,
  CustomFieldValue: customFieldValueAccess,
  ActivitySchedule: activityScheduleAccess,
  ScheduleDay: scheduleDayAccess,
  LocalInterval: localIntervalAccess,
  ScheduleLive: scheduleLiveAccess,
  ScheduleLink: scheduleLinkAccess,
  ArticleList: articleListAccess,
  CheckInMatch: checkInMatchAccess,
  CheckInField: checkInFieldAccess,
  CheckInEvent: checkInEventAccess,
  AddAttendeesPayload: addAttendeesPayloadAccess,
  AttendeeRegistration: attendeeRegistrationAccess,
  SsoLoginPayload: ssoLoginPayloadAccess,
  SsoLogin: ssoLoginAccess,
  ActivityUserError: activityUserErrorAccess,
};

/** The access rows of the documented types. A Map, because a type named `constructor` must not find a property of Object.prototype. */
export const accessTable: AccessRows = new Map<string, TypeAccess>(Object.entries({ ...ofOthers, ...ofEntities }));
