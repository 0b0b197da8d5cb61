/* The entities: kinds of records with a global id, and their GraphQL types. */

import type { GraphQLSchema } from 'graphql';
import type { ContentKind } from '../model/content-kind.js';
import type { EntityKind } from '../model/ids.js';
import { publicNames } from './type-names.js';

/** The kinds of records that other subgraphs can refer to by id. */
export type ReferableKind = 'activity' | EntityKind;

/**
 * The type of an entity, and the read that finds a record of it by id:
 * - `content`: the list of content that contains the record.
 * - `lookup`: a call for each record (`single`), or one that returns many of an activity (`batch`).
 */
type EntityRow = { readonly typeName: string } & ({ readonly content: ContentKind } | { readonly lookup: 'batch' | 'single' });

/**
 * The entities: a row for each kind of model/ids.ts. The compiler requires the row, and for each type a reader in
 * federation/entities.ts.
 */
const entityTypes = {
  activity: { typeName: 'Activity' },
  attendee: { typeName: 'Attendee', lookup: 'batch' },
  scheduleItem: { typeName: 'ScheduleItem', content: 'schedule' },
  article: { typeName: 'Article', content: 'articles' },
  category: { typeName: 'Category', content: 'categories' },
  ticketItem: { typeName: 'TicketItem', content: 'tickets' },
  goods: { typeName: 'Goods', content: 'goods' },
} as const satisfies Readonly<Record<'activity', { readonly typeName: string }> & Record<EntityKind, EntityRow>>;

/** The kinds of records that are looked up by id. */
export type LookupKind = {
  [Kind in EntityKind]: (typeof entityTypes)[Kind] extends { readonly lookup: string } ? Kind : never;
}[EntityKind];

/** The kinds of records of which one call looks up many. */
export type BatchKind = {
  [Kind in EntityKind]: (typeof entityTypes)[Kind] extends { readonly lookup: 'batch' } ? Kind : never;
}[EntityKind];

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

/** The content that contains the records of a kind; null if they are looked up by id. */
export function contentOfKind(kind: EntityKind): ContentKind | null {
  const row: EntityRow = entityTypes[kind];
  return 'content' in row ? row.content : null;
}

/** Whether one call looks up many records of a kind. */
export function isBatched(kind: EntityKind): boolean {
  const row: EntityRow = entityTypes[kind];
  return 'lookup' in row && row.lookup === 'batch';
}

/** Returns a function from a record to the name of its type in a schema, for interfaces and unions. */
export function recordTypes(schema: GraphQLSchema): (record: Parameters<typeof entityTypeOf>[0]) => string {
  const publicName = publicNames(schema);
  return (record) => publicName(entityTypeOf(record));
}
