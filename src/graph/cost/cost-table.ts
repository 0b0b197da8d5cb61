/*
 * The cost rows of all fields with a resolver: what each reads, and how many objects it returns. The other files of this folder know kinds of
 * reads, no noun but the activity. The rows are in one table because fields of several types share reads: here one sees which.
 */

import type { ContentInputMember } from '../../domain/reads/content-reads.js';
import type { ContentKind } from '../../model/content-kind.js';
import type { FieldsOf } from '../access/access-rows.js';
import type { FederationQueryFields, RelayQueryFields } from '../added-query-fields.js';
import type { ActivityAttendeesResolver } from '../types/activity/activity-attendees.resolver.js';
import type { ActivityResolver } from '../types/activity/activity.resolver.js';
import type { ArticleResolver } from '../types/article/article.resolver.js';
import type { AttendeeConnectionType, AttendeeEdgeType } from '../types/attendee/attendee-connection.type.js';
import { offsetAfter, wholeOffset } from '../types/attendee/attendee-range-arguments.js';
import type { AttendeeResolver } from '../types/attendee/attendee.resolver.js';
import type { CategoryResolver } from '../types/category/category.resolver.js';
import type { CheckInEventResolver } from '../types/check-in/check-in-event.resolver.js';
import type { CheckInMatchResolver } from '../types/check-in/check-in.resolver.js';
import type { AttendeeRegistrationResolver } from '../types/registration/registration.resolver.js';
import type { MutationFields, QueryFields, SubscriptionFields } from '../types/root-resolvers.js';
import type { ContentRow, CostRows, FieldCost } from './cost-rows.js';

/** A row for every field of a resolver class: a field without one does not compile. */
type TypeCosts<Resolvers> = Readonly<Record<FieldsOf<Resolvers>, FieldCost>>;

/** For fields whose resolvers neither call the service nor compute for long. */
const free: FieldCost = { reads: { kind: 'none' } };
/** For lists of content. The compiler checks that the endpoint of the kind has the members of `input`. */
function content<Kind extends ContentKind>(kind: Kind, args: ArgumentsOf<ContentInputMember<Kind>> = {}): FieldCost {
  return { reads: { kind: 'content', list: kind, ...args }, size: 'assumed' };
}
interface ArgumentsOf<Member extends string> extends Pick<ContentRow, 'filters' | 'omittedFromCostDirective'> {
  readonly input?: [Member] extends [never] ? never : Readonly<Record<Member, string>>;
}

const query: TypeCosts<QueryFields | RelayQueryFields | FederationQueryFields> = {
  activity: { reads: { kind: 'activities' }, activity: 'id' },
  activities: { reads: { kind: 'activities' }, size: 'assumed' },
  activitiesByIds: { reads: { kind: 'activities' }, size: { itemsOf: 'ids' } },
  attendee: { reads: { kind: 'lookup', of: 'attendee', id: 'by.id' }, activity: 'activityId' },
  attendeesByIds: { reads: { kind: 'lookup', of: 'attendee' }, activity: 'activityId', size: { itemsOf: 'ids' } },
  checkInLookup: { reads: { kind: 'callPerObject' }, activity: 'input.activityId', size: 'assumed' },
  node: { reads: { kind: 'references', argument: 'id' } },
  _entities: { reads: { kind: 'references', argument: 'representations' }, size: { itemsOf: 'representations' } },
  _service: free,
};

const mutation: TypeCosts<MutationFields> = {
  addAttendees: { reads: { kind: 'checkedCall', list: 'fields' }, activity: 'input.activityId' },
  ssoLogin: { reads: { kind: 'callPerAlias' }, activity: 'input.activityId' },
};

const subscription: TypeCosts<SubscriptionFields> = {
  ticketStock: { reads: { kind: 'callPerAlias' }, activity: 'activityId', size: 'assumed' },
  goodsStock: { reads: { kind: 'callPerAlias' }, activity: 'activityId', size: 'assumed' },
  // The service pushes them.
  checkIns: { ...free, activity: 'activityId' },
};

const activity: TypeCosts<ActivityAttendeesResolver | ActivityResolver> = {
  attendees: { reads: { kind: 'page', from: { after: offsetAfter, offset: wholeOffset } }, size: { pageOf: 'first' } },
  attendee: { reads: { kind: 'lookup', of: 'attendee', id: 'by.id' } },
  // The attendee that the caller is.
  viewer: { reads: { kind: 'lookup', of: 'attendee' } },
  formFields: content('fields', { filters: ['includeHidden'] }),
  schedule: content('schedule', { filters: ['from', 'to'] }),
  articles: content('articles'),
  article: { reads: { kind: 'content', list: 'articles', filters: ['id'] } },
  categories: content('categories', { input: { parentId: 'parentId' } }),
  tickets: content('tickets'),
  goods: content('goods', { input: { goodsId: 'id' } }),
};

const attendee: TypeCosts<AttendeeResolver> = {
  activity: { reads: { kind: 'activities' } },
  companyTaxId: { reads: { kind: 'getOne' } },
  customFields: content('fields', { omittedFromCostDirective: true }),
  customField: { reads: { kind: 'content', list: 'fields', filters: ['name'], omittedFromCostDirective: true } },
  // Free, although an attendee whose form answers do not decode in the list takes a get-one: that is not known in advance.
  content: free,
  qrCodeUrl: free,
  otherChannel: { reads: { kind: 'getOne' } },
  points: { reads: { kind: 'getOne' } },
};

const article: TypeCosts<ArticleResolver> = {
  // Sanitising a body takes as long as writing many objects.
  content: { reads: { kind: 'none' }, weight: 1 },
  category: { reads: { kind: 'content', list: 'categories', omittedFromCostDirective: true } },
};

const category: TypeCosts<CategoryResolver> = {
  children: { reads: { kind: 'callPerObject' }, size: 'assumed' },
  articles: content('articles', { omittedFromCostDirective: true }),
};

const checkInMatch: TypeCosts<CheckInMatchResolver> = {
  attendee: { reads: { kind: 'link', to: 'attendee', omittedFromCostDirective: true } },
};
const checkInEvent: TypeCosts<CheckInEventResolver> = { attendee: { reads: { kind: 'link', to: 'attendee' } } };
const attendeeRegistration: TypeCosts<AttendeeRegistrationResolver> = {
  attendee: { reads: { kind: 'link', to: 'attendee', omittedFromCostDirective: true } },
};

// These have no resolver. Their rows state the length of lists, and plan the get-one calls of the attendees that they lead to.
const attendeeConnection: Partial<TypeCosts<AttendeeConnectionType>> = {
  edges: { reads: { kind: 'pageEdges' }, size: 'page' },
  nodes: { reads: { kind: 'pageItems' }, size: 'page' },
  totalCount: { reads: { kind: 'recordCount' } },
};
const attendeeEdge: Partial<TypeCosts<AttendeeEdgeType>> = { node: { reads: { kind: 'pageItems' } } };

const byType = {
  Query: query,
  Mutation: mutation,
  Subscription: subscription,
  Activity: activity,
  Attendee: attendee,
  Article: article,
  Category: category,
  CheckInMatch: checkInMatch,
  CheckInEvent: checkInEvent,
  AttendeeRegistration: attendeeRegistration,
  AttendeeConnection: attendeeConnection,
  AttendeeEdge: attendeeEdge,
};

/** The cost rows of the documented fields. */
export const costTable: CostRows = new Map(
  Object.entries(byType).flatMap(([typeName, rows]) =>
    Object.entries<FieldCost>(rows).map(([fieldName, cost]) => [`${typeName}.${fieldName}`, cost] as const),
  ),
);
