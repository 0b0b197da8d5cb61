/* The graph beside the TypeGraphQL classes of a program that embeds it, and a schema that is refused. */

import { Arg, buildSchemaSync, Query, Resolver } from 'type-graphql';
import { createSubgraph } from '../../../src/graph/schema/schema.js';

@Resolver()
class ForeignResolver {
  @Query(() => String)
  echo(@Arg('text') text: string): string {
    return text;
  }
}

// The first test: the schema of the graph must not have been built.
test('a program that embeds the graph may build a schema of TypeGraphQL before the graph', () => {
  const schema = buildSchemaSync({ resolvers: [ForeignResolver], validate: false });
  expect(Object.keys(schema.getQueryType()!.getFields())).toEqual(['echo']);
});

test('a schema that GraphQL does not allow does not start', () => {
  expect(() => createSubgraph({ maxPageSize: 100, authDirectives: true, typePrefix: '__' })).toThrow('must not begin with "__"');
});
