import { Arg, getMetadataStorage, Query, Resolver } from 'type-graphql';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import { declaredSchema } from '../../../src/graph/types/declared-schema.js';

test('a schema that GraphQL does not allow does not start', () => {
  expect(() => createSubgraph({ maxPageSize: 100, authDirectives: true, typePrefix: '__' })).toThrow('must not begin with "__"');
});

test('the classes of a program that embeds the graph stay as TypeGraphQL has stored them', () => {
  @Resolver()
  class ForeignResolver {
    @Query(() => String)
    sum(@Arg('first') first: string, @Arg('second') second: string): string {
      return first + second;
    }
  }
  const stored = () => getMetadataStorage().params.filter(({ target }) => target === ForeignResolver);
  const before = stored();
  declaredSchema();
  expect(before.map(({ index }) => index)).toEqual([1, 0]);
  expect(stored()).toEqual(before);
});
