/* The entities: kinds of records with a global id, and their GraphQL types. */

import type { GraphQLSchema } from 'graphql';
import type { CachedKind } from '../model/cached-kind.js';
import type { EntityKind } from '../model/ids.js';
import { publicNames } from './names/type-names.js';

/** The kinds of records that other subgraphs can refer to by id. */
export type ReferableKind = 'activity' | EntityKind;

/** The kinds of entities that are read from content. The plan of a reference is a read of this content. */
export type ContentEntityKind = Exclude<EntityKind, 'attendee'>;

/**
 * The rows of the entities. `content` is the content that contains the records of a kind. It cannot be null for a further kind, because
 * its references would be planned as no calls: leave that kind out of ContentEntityKind. Then readReferences (cost/group-ids.ts) does not
 * compile until it plans them.
 */
export type EntityTypes = Readonly<
  Record<ContentEntityKind, { readonly typeName: string; readonly content: CachedKind }> &
    Record<Exclude<ReferableKind, ContentEntityKind>, { readonly typeName: string; readonly content: null }>
>;

/**
 * The entities: a row for each kind of model/ids.ts. The compiler requires the row, and for each type a function in
 * federation/entities.ts that finds a record.
 */
const entityTypes = {
  activity: { typeName: 'Activity', content: null },
  attendee: { typeName: 'Attendee', content: null },
  scheduleItem: { typeName: 'ScheduleItem', content: 'schedule' },
  article: { typeName: 'Article', content: 'articles' },
  category: { typeName: 'Category', content: 'categories' },
  ticketItem: { typeName: 'TicketItem', content: 'tickets' },
  goods: { typeName: 'Goods', content: 'goods' },
} as const satisfies EntityTypes;

/** The names of the GraphQL types that are federation entities. */
export type EntityTypeName = (typeof entityTypes)[ReferableKind]['typeName'];

export const entityTypeNames: readonly EntityTypeName[] = Object.values(entityTypes).map(({ typeName }) => typeName);

/** The GraphQL type of a record. */
export function entityTypeOf({ kind }: { readonly kind: ReferableKind }): EntityTypeName {
  return entityTypes[kind].typeName;
}

/** The kinds of the records of some GraphQL types. */
export function kindsOf(typeNames: ReadonlySet<string>): ReadonlySet<ReferableKind> {
  const kinds = Object.keys(entityTypes) as ReferableKind[];
  return new Set(kinds.filter((kind) => typeNames.has(entityTypeOf({ kind }))));
}

/** The content that contains the records of a kind. */
export function contentOfKind(kind: ContentEntityKind): CachedKind {
  return entityTypes[kind].content;
}

/** Returns a function from a record to the name of its type in a schema, for interfaces and unions. */
export function recordTypes(schema: GraphQLSchema): (record: Parameters<typeof entityTypeOf>[0]) => string {
  const publicName = publicNames(schema);
  return (record) => publicName(entityTypeOf(record));
}
