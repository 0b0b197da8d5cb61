import { Arg, getMetadataStorage, Query, Resolver } from 'type-graphql';
import { declaredSchema } from '../../../src/graph/types/declared-schema.js';

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
