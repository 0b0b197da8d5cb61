/* The type policies for Apollo Client, and the types of each interface. Generated from the schema and the operations by `npm run types`; do not edit. */

import { itemByItem, merged, pageInfo } from './merge.js';

/** The types of each interface. The cache needs them to read fragments on an interface. */
export const possibleTypes: Record<string, string[]> = {
  ActivityStockItem: ['Goods', 'TicketItem'],
};

/**
 * The type policies, for `InMemoryCache`. You can spread them into policies of your own. The names are those of a graph without
 * TYPE_PREFIX; `withTypePrefix` returns the others. To show pages of attendees as one list, add `relayStylePagination(['offset'])` for
 * `Activity.fields.attendees`, and select `edges`, not `nodes`.
 */
export const typePolicies = {
  Activity: { fields: { formFields: itemByItem } },
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
  Query: { fields: { checkInLookup: itemByItem } },
  ScheduleDay: merged,
  ScheduleLink: merged,
  ScheduleLive: merged,
  SsoLogin: merged,
  SsoLoginPayload: merged,
  WechatProfile: merged,
} as const;
