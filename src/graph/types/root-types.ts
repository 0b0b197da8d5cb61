/* The descriptions of Query, Mutation and Subscription, which TypeGraphQL cannot declare. */

import type { GraphQLSchema } from 'graphql';

const nullOnlyWithError = 'A field is null only together with an error, except in the cases that its description names.';
/** By the name of the type. The SDL of the subgraph omits them: all subgraphs have these types, and composition warns of different descriptions. */
export const rootDescriptions: ReadonlyMap<string, string> = new Map([
  ['Query', `Reads of the event service. ${nullOnlyWithError}`],
  ['Mutation', `Writes to the event service, one after the other. ${nullOnlyWithError}`],
  ['Subscription', 'Events: changes of the stock, and check-ins that the service pushes.'],
]);

/** Describes the root types of a schema, in place. */
export function describeRootTypes(schema: GraphQLSchema): void {
  for (const [name, description] of rootDescriptions) {
    const type = schema.getType(name);
    if (type) type.description = description;
  }
}
