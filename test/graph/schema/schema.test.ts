/* The graph beside the TypeGraphQL classes of a program that embeds it, and a schema that is refused. */

import { Arg, buildSchemaSync, getMetadataStorage, Query, Resolver } from 'type-graphql';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import { declaredSchema } from '../../../src/graph/types/declared-schema.js';

@Resolver()
class ForeignResolver {
  @Query(() => String)
  sum(@Arg('first') first: string, @Arg('second') second: string): string {
    return first + second;
  }
}

// The first test: the schema of the graph must not have been built.
test('a program that embeds the graph may build a schema of TypeGraphQL before the graph', () => {
  const schema = buildSchemaSync({ resolvers: [ForeignResolver], validate: false });
  expect(Object.keys(schema.getQueryType()!.getFields())).toEqual(['sum']);
});

test('a schema that GraphQL does not allow does not start', () => {
  expect(() => createSubgraph({ maxPageSize: 100, authDirectives: true, typePrefix: '__' })).toThrow('must not begin with "__"');
});

test('the classes of a program that embeds the graph stay as TypeGraphQL has stored them', () => {
  const stored = () => getMetadataStorage().params.filter(({ target }) => target === ForeignResolver);
  const before = stored();
  declaredSchema();
  expect(before.map(({ index }) => index)).toEqual([1, 0]);
  expect(stored()).toEqual(before);
});
