/* The GraphQL types of entities: each has the name of its kind, which begins with a capital letter. */

import type { GraphQLSchema } from 'graphql';
import { entityKinds, type EntityKind } from '../records/ids.js';
import { publicNames } from './type-names.js';

/** The kinds of records that other subgraphs can refer to by id. */
export type ReferableKind = 'activity' | EntityKind;

/** The names of the GraphQL types that are federation entities. */
export type EntityTypeName = Capitalize<ReferableKind>;

const kinds: readonly ReferableKind[] = ['activity', ...entityKinds];
const typeNames = Object.fromEntries(kinds.map((kind) => [kind, `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`])) as Readonly<
  Record<ReferableKind, EntityTypeName>
>;

export const entityTypeNames: readonly EntityTypeName[] = Object.values(typeNames);

/** The GraphQL type of a record. */
export function entityTypeOf({ kind }: { readonly kind: ReferableKind }): EntityTypeName {
  return typeNames[kind];
}

/** The kind of the records of a GraphQL type. */
export function kindOf(typeName: EntityTypeName): ReferableKind {
  return kinds.find((kind) => typeNames[kind] === typeName)!;
}

/** The kinds of the records of some GraphQL types. */
export function kindsOf(names: ReadonlySet<string>): ReadonlySet<ReferableKind> {
  return new Set(kinds.filter((kind) => names.has(entityTypeOf({ kind }))));
}

/** Returns a function from a record to the name of its type in a schema, for interfaces and unions. */
export function recordTypes(schema: GraphQLSchema): (record: Parameters<typeof entityTypeOf>[0]) => string {
  const publicName = publicNames(schema);
  return (record) => publicName(entityTypeOf(record));
}
