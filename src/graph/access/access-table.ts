/* The access rows of all types: who may obtain an object, and read each field. */

import type { GraphQLSchema } from 'graphql';
import type { Access, AccessRows, DescribedPeople, FieldAccess, OwnUse, TypeAccess } from './access-rows.js';
import type { SelfScope } from '../../model/caller.js';
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
import { checkInEventAccess } from '../check-in-event.access.js';
import { checkInMatchAccess, checkInFieldAccess } from '../check-in.access.js';
import { addAttendeesPayloadAccess, attendeeRegistrationAccess } from '../registration.access.js';
import { ssoLoginPayloadAccess, ssoLoginAccess } from '../sso-login.access.js';
import { activityUserErrorAccess } from '../user-error.access.js';

/** The access rows of the documented types. A Map, because a type named `constructor` must not find a property of Object.prototype. */
export const accessTable: AccessRows = new Map<string, TypeAccess>([
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
  ['CheckInEvent', checkInEventAccess],
  ['AddAttendeesPayload', addAttendeesPayloadAccess],
  ['AttendeeRegistration', attendeeRegistrationAccess],
  ['SsoLoginPayload', ssoLoginPayloadAccess],
  ['SsoLogin', ssoLoginAccess],
  ['ActivityUserError', activityUserErrorAccess],
]);

/** The rows of a schema: the documented ones, and those of the operations that are bound in it. */
export function accessRowsOf({ extensions }: Pick<GraphQLSchema, 'extensions'>): AccessRows {
  return (extensions[extension] as AccessRows | undefined) ?? accessTable;
}

/** Gives a schema rows besides the documented ones. */
export function setAccessRows(schema: GraphQLSchema, rows: AccessRows): void {
  schema.extensions = { ...schema.extensions, [extension]: rows };
}

const extension = 'eventGraphAccess';

/** What a caller needs to obtain an object of a type. @throws Error for a type without rows: nothing is readable by default. */
export function objectAccess(typeName: string, rows: AccessRows = accessTable): Access {
  return rowsOf(typeName, rows).object;
}

/** What a caller needs to read a field. @throws Error for a field without a row: nothing is readable by default. */
export function fieldAccess(typeName: string, fieldName: string, rows: AccessRows = accessTable): FieldAccess {
  const { fields } = rowsOf(typeName, rows);
  const access = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
  if (access === undefined)
    throw new Error(`${typeName}.${fieldName} has no access row. State who may read it next to the type, in *.access.ts.`);
  return access;
}

/** The scope that opens the objects of a type which are the caller's own. null: none does. */
export function selfAccess(typeName: string, rows: AccessRows = accessTable): SelfScope | null {
  return rowsOf(typeName, rows).self?.scope ?? null;
}

/** The scope that opens a field of the caller's own objects, or the use of a field for the caller itself. null: none does. */
export function fieldSelfAccess(typeName: string, fieldName: string, rows: AccessRows = accessTable): SelfScope | null {
  const { self } = rowsOf(typeName, rows);
  if (self) return self.except?.includes(fieldName) ? null : self.scope;
  return ownUse(typeName, fieldName, rows)?.scope ?? null;
}

/** How a caller may use a field for itself. */
export function ownUse(typeName: string, fieldName: string, rows: AccessRows = accessTable): OwnUse | null {
  const { ownUses = {} } = rowsOf(typeName, rows);
  return Object.hasOwn(ownUses, fieldName) ? (ownUses[fieldName] ?? null) : null;
}

/** What the objects of a type describe of people. `none` for a type without rows: an interface, a union or a scalar. */
export function peopleOf(typeName: string, rows: AccessRows): DescribedPeople {
  return rows.get(typeName)?.people ?? 'none';
}

function rowsOf(typeName: string, table: AccessRows): TypeAccess {
  const rows = table.get(typeName);
  if (rows === undefined) throw new Error(`The type ${typeName} has no access rows. Add it to access/access-table.ts.`);
  return rows;
}
