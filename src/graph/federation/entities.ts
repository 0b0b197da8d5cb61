import type { GraphQLSchema } from 'graphql';
import type { Activity, Activities } from '../../domain/activities.js';
import type { ContentKind } from '../../domain/content-reads.js';
import { BadInputError } from '../../model/errors.js';
import { parseActivityId, parseGlobalId, type EntityKind, type ServiceId } from '../../model/ids.js';
import { AttendeeReference } from './attendee-references.js';
import { publicNames } from './type-names.js';

/** The kinds of records that other subgraphs can refer to by id. */
export type ReferableKind = 'activity' | EntityKind;

/** The names of the GraphQL types that are federation entities. */
export type EntityTypeName = 'Activity' | 'Attendee' | 'ScheduleItem' | 'Article' | 'Category' | 'TicketItem' | 'Goods';

interface Entity {
  readonly typeName: EntityTypeName;
  /** The content that contains the records of this kind; null if they are not read from content. */
  readonly content: ContentKind | null;
  /**
   * Finds the record with an id.
   * @returns an AttendeeReference for an attendee, so that many are read at once; null for a record that does not exist or is not served
   * @throws BadInputError for an id of another form
   */
  readonly resolve: (id: string, activities: Activities) => unknown;
}

/** The entities: one row for each kind of record, here only. */
const entities: Readonly<Record<ReferableKind, Entity>> = {
  activity: {
    typeName: 'Activity',
    content: null,
    resolve: (id, activities) => {
      const activityId = parseActivityId(id);
      if (activityId === null) throw new BadInputError('representations', 'an activity\'s id, such as "1001"');
      return activities.served(activityId);
    },
  },
  attendee: {
    typeName: 'Attendee',
    content: null,
    resolve: inActivity('attendee', (activity, id) => new AttendeeReference(activity, id)),
  },
  scheduleItem: {
    typeName: 'ScheduleItem',
    content: 'schedule',
    resolve: inActivity('scheduleItem', (activity, id) => activity.schedules.byId(id)),
  },
  article: { typeName: 'Article', content: 'articles', resolve: inActivity('article', (activity, id) => activity.articles.byId(id)) },
  category: {
    typeName: 'Category',
    content: 'categories',
    resolve: inActivity('category', (activity, id) => activity.categories.byId(id)),
  },
  ticketItem: {
    typeName: 'TicketItem',
    content: 'tickets',
    resolve: inActivity('ticketItem', (activity, id) => activity.stocks.ticketById(id)),
  },
  goods: { typeName: 'Goods', content: 'goods', resolve: inActivity('goods', (activity, id) => activity.stocks.goodsById(id)) },
};

export const entityTypeNames: readonly EntityTypeName[] = Object.values(entities).map(({ typeName }) => typeName);

const entityByTypeName: ReadonlyMap<EntityTypeName, Entity> = new Map(Object.values(entities).map((entity) => [entity.typeName, entity]));

/** Finds the record that a reference names. See Entity.resolve. */
export function resolveReference(typeName: EntityTypeName, id: string, activities: Activities): unknown {
  return entityByTypeName.get(typeName)!.resolve(id, activities);
}

/** The GraphQL type of a record. */
export function entityTypeOf({ kind }: { readonly kind: ReferableKind }): EntityTypeName {
  return entities[kind].typeName;
}

/** The content that contains the records of a kind; null if they are not read from content. */
export function contentOfKind(kind: EntityKind): ContentKind | null {
  return entities[kind].content;
}

/** Returns a function from a record to the name of its type in a schema, for interfaces and unions. */
export function recordTypes(schema: GraphQLSchema): (record: Parameters<typeof entityTypeOf>[0]) => string {
  const publicName = publicNames(schema);
  return (record) => publicName(entityTypeOf(record));
}

function inActivity(kind: EntityKind, resolve: (activity: Activity, id: ServiceId) => unknown): Entity['resolve'] {
  return (id, activities) => {
    const global = parseGlobalId(id);
    if (global?.kind !== kind) throw new BadInputError('representations', `an id such as "${kind}:1001:7"`);
    const activity = activities.served(global.activityId);
    return activity && resolve(activity, global.serviceId);
  };
}
