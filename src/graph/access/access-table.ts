import type { Access, TypeAccess } from './access-rows.js';
import { queryAccess, mutationAccess, subscriptionAccess } from '../root-types.access.js';
import { activityAccess } from '../activity.access.js';
import { formFieldAccess } from '../form-field.access.js';
import { attendeeConnectionAccess, attendeeEdgeAccess, pageInfoAccess } from '../attendee-connection.access.js';
import { attendeeAccess, wechatProfileAccess, attendeeReviewAccess, faceSyncAccess, customFieldValueAccess } from '../attendee.access.js';
import {
  activityScheduleAccess,
  scheduleDayAccess,
  scheduleItemAccess,
  localIntervalAccess,
  scheduleLiveAccess,
  scheduleLinkAccess,
} from '../schedule.access.js';
import { articleListAccess, articleAccess } from '../article.access.js';
import { categoryAccess } from '../category.access.js';
import { ticketItemAccess, goodsAccess } from '../stock.access.js';
import { checkInMatchAccess, checkInFieldAccess } from '../check-in.access.js';
import { addAttendeesPayloadAccess, attendeeRegistrationAccess } from '../registration.access.js';
import { ssoLoginPayloadAccess, ssoLoginAccess } from '../sso-login.access.js';
import { activityUserErrorAccess } from '../user-error.access.js';

/** The access rows by GraphQL type. A Map, because a type named `constructor` must not find a property of Object.prototype. */
export const accessTable: ReadonlyMap<string, TypeAccess> = new Map<string, TypeAccess>([
  ['Query', queryAccess],
  ['Mutation', mutationAccess],
  ['Subscription', subscriptionAccess],
  ['Activity', activityAccess],
  ['FormField', formFieldAccess],
  ['AttendeeConnection', attendeeConnectionAccess],
  ['AttendeeEdge', attendeeEdgeAccess],
  ['PageInfo', pageInfoAccess],
  ['Attendee', attendeeAccess],
  ['WechatProfile', wechatProfileAccess],
  ['AttendeeReview', attendeeReviewAccess],
  ['FaceSync', faceSyncAccess],
  ['CustomFieldValue', customFieldValueAccess],
  ['ActivitySchedule', activityScheduleAccess],
  ['ScheduleDay', scheduleDayAccess],
  ['ScheduleItem', scheduleItemAccess],
  ['LocalInterval', localIntervalAccess],
  ['ScheduleLive', scheduleLiveAccess],
  ['ScheduleLink', scheduleLinkAccess],
  ['ArticleList', articleListAccess],
  ['Article', articleAccess],
  ['Category', categoryAccess],
  ['TicketItem', ticketItemAccess],
  ['Goods', goodsAccess],
  ['CheckInMatch', checkInMatchAccess],
  ['CheckInField', checkInFieldAccess],
  ['AddAttendeesPayload', addAttendeesPayloadAccess],
  ['AttendeeRegistration', attendeeRegistrationAccess],
  ['SsoLoginPayload', ssoLoginPayloadAccess],
  ['SsoLogin', ssoLoginAccess],
  ['ActivityUserError', activityUserErrorAccess],
]);

/** What a caller needs to obtain an object of a type. @throws Error for a type without rows: nothing is readable by default. */
export function objectAccess(typeName: string): Access {
  return rowsOf(typeName).object;
}

/** What a caller needs to read a field. @throws Error for a field without a row: nothing is readable by default. */
export function fieldAccess(typeName: string, fieldName: string): Access {
  const fields: Readonly<Record<string, Access>> = rowsOf(typeName).fields;
  const access = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
  if (access === undefined)
    throw new Error(`${typeName}.${fieldName} has no access row. State who may read it next to the type, in *.access.ts.`);
  return access;
}

function rowsOf(typeName: string): TypeAccess {
  const rows = accessTable.get(typeName);
  if (rows === undefined) throw new Error(`The type ${typeName} has no access rows. Add it to access/access-table.ts.`);
  return rows;
}
