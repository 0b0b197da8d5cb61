/* The entities: kinds of records with a global id, and their GraphQL types. */

import type { GraphQLSchema } from 'graphql';
import type { CachedKind } from '../model/cached-kind.js';
import type { EntityKind } from '../model/ids.js';
import { publicNames } from './names/type-names.js';

/** The kinds of records that other subgraphs can refer to by id. */
export type ReferableKind = 'activity' | EntityKind;

interface EntityType {
  readonly typeName: string;
  /** The content that contains the records of this kind; null if they are not read from content. */
  readonly content: CachedKind | null;
}

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
} as const satisfies Readonly<Record<ReferableKind, EntityType>>;

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

/** The content that contains the records of a kind; null if they are not read from content. */
export function contentOfKind(kind: EntityKind): CachedKind | null {
  return entityTypes[kind].content;
}

/** Returns a function from a record to the name of its type in a schema, for interfaces and unions. */
export function recordTypes(schema: GraphQLSchema): (record: Parameters<typeof entityTypeOf>[0]) => string {
  const publicName = publicNames(schema);
  return (record) => publicName(entityTypeOf(record));
}
