/* The type of a field of a schema whose cost row is checked at the start. */

import type { GraphQLField } from 'graphql';

export interface SchemaField {
  readonly typeName: string;
  /** Type and field, such as `Activity.schedule`. */
  readonly coordinate: string;
  readonly field: GraphQLField<unknown, unknown>;
}

/** Whether a type has the fields of operations, to which no field leads. */
export const isRootType = (typeName: string): boolean => typeName === 'Query' || typeName === 'Mutation' || typeName === 'Subscription';

/** The file that an error about a cost row names. */
export const costTableFile = 'src/graph/cost/cost-table.ts';
