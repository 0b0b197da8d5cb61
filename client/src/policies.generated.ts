/* The type policies for Apollo Client, and the types of each interface. Generated from the schema by `npm run schema`; do not edit. */

import { itemByItemOf, merged, pageInfo } from './merge.js';
import { attendeePagesOf, recordOf } from './reads.js';

/** The types of each interface. The cache needs them to read fragments on an interface. */
export const possibleTypes: Record<string, string[]> = {
  ActivityStockItem: ['Goods', 'TicketItem'],
  Node: ['Activity', 'Article', 'Attendee', 'Category', 'Goods', 'ScheduleItem', 'TicketItem'],
};

/** The policies by the type's name without prefix. @param prefix the TYPE_PREFIX of the graph */
export function policiesOf(prefix: string) {
  const itemByItem = itemByItemOf(prefix);
  return {
    Activity: { fields: { attendees: attendeePagesOf(prefix), attendee: recordOf(`${prefix}Attendee`, 'attendee'), formFields: itemByItem, scheduleItem: recordOf(`${prefix}ScheduleItem`, 'scheduleItem'), article: recordOf(`${prefix}Article`, 'article'), category: recordOf(`${prefix}Category`, 'category'), ticket: recordOf(`${prefix}TicketItem`, 'ticketItem'), goodsItem: recordOf(`${prefix}Goods`, 'goods') } },
    ActivitySchedule: { ...merged, fields: { days: itemByItem } },
    ActivityUserError: merged,
    AddAttendeesPayload: merged,
    ArticleList: merged,
    Attendee: { fields: { customFields: itemByItem } },
    AttendeeConnection: { ...merged, fields: { edges: itemByItem } },
    AttendeeEdge: merged,
    AttendeeRegistration: merged,
    AttendeeReview: merged,
    CheckInField: merged,
    CheckInMatch: { ...merged, fields: { fields: itemByItem } },
    CustomFieldValue: merged,
    FaceSync: merged,
    FormField: merged,
    LocalInterval: merged,
    PageInfo: pageInfo,
    Query: { fields: { activity: recordOf(`${prefix}Activity`, 'activity'), attendee: recordOf(`${prefix}Attendee`, 'attendee'), checkInLookup: itemByItem } },
    ScheduleDay: merged,
    ScheduleLink: merged,
    ScheduleLive: merged,
    SsoLogin: merged,
    SsoLoginPayload: merged,
    WechatProfile: merged,
  } as const;
}
