import type { GraphQLSchema } from 'graphql';
import type { Activity, Activities } from '../../domain/activities.js';
import { BadInputError } from '../../model/errors.js';
import { parseActivityId, parseGlobalId, type EntityKind, type ServiceId } from '../../model/ids.js';
import { AttendeeReference } from './attendee-references.js';
import { shownNames } from './type-names.js';

/** Everything that other subgraphs can refer to, each by its id. */
export const entityTypeNames = ['Activity', 'Attendee', 'ScheduleItem', 'Article', 'Category', 'TicketItem', 'Goods'] as const;
export type EntityTypeName = (typeof entityTypeNames)[number];

/**
 * The entity that a reference means, or an AttendeeReference for lookUpReferences.
 * @returns null for one that does not exist or is not served. @throws BadInputError
 */
export type ResolveReference = (id: string, activities: Activities) => unknown;

export const resolveReferences: Readonly<Record<EntityTypeName, ResolveReference>> = {
  Activity: (id, activities) => {
    const activityId = parseActivityId(id);
    if (activityId === null) throw new BadInputError('representations', 'an activity\'s id, such as "1001"');
    return activities.served(activityId);
  },
  Attendee: inActivity('attendee', (activity, id) => new AttendeeReference(activity, id)),
  ScheduleItem: inActivity('scheduleItem', (activity, id) => activity.schedules.byId(id)),
  Article: inActivity('article', (activity, id) => activity.articles.byId(id)),
  Category: inActivity('category', (activity, id) => activity.categories.byId(id)),
  TicketItem: inActivity('ticketItem', (activity, id) => activity.stocks.ticketById(id)),
  Goods: inActivity('goods', (activity, id) => activity.stocks.goodsById(id)),
};

const typeNames: Readonly<Record<EntityKind | 'activity', EntityTypeName>> = {
  activity: 'Activity',
  attendee: 'Attendee',
  scheduleItem: 'ScheduleItem',
  article: 'Article',
  category: 'Category',
  ticketItem: 'TicketItem',
  goods: 'Goods',
};

/** The graph's type of a record. */
export function entityTypeOf({ kind }: { readonly kind: EntityKind | 'activity' }): EntityTypeName {
  return typeNames[kind];
}

/** Tells the type of a record as a schema names it, for its interfaces and unions. */
export function recordTypes(schema: GraphQLSchema): (record: Parameters<typeof entityTypeOf>[0]) => string {
  const shown = shownNames(schema);
  return (record) => shown(entityTypeOf(record));
}

function inActivity(kind: EntityKind, resolve: (activity: Activity, id: ServiceId) => unknown): ResolveReference {
  return (id, activities) => {
    const global = parseGlobalId(id);
    if (global?.kind !== kind) throw new BadInputError('representations', `an id such as "${kind}:1001:7"`);
    const activity = activities.served(global.activityId);
    return activity && resolve(activity, global.serviceId);
  };
}
