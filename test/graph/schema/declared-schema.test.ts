import type { GraphQLObjectType } from 'graphql';
import { Arg, getMetadataStorage, Query, Resolver } from 'type-graphql';
import { declaredSchema } from '../../../src/graph/schema/declared-schema.js';
import { createSubgraph } from '../../../src/graph/schema/schema.js';

test('arguments are emitted in the order of their declaration', () => {
  const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true });
  const emitted = ['Query', 'Activity', 'Subscription'].flatMap((type) => {
    const fields = Object.values((schema.getType(type) as GraphQLObjectType).getFields());
    return fields
      .filter(({ args }) => args.length > 1)
      .map(({ name, args }) => `${type}.${name}(${args.map((arg) => arg.name).join(', ')})`);
  });
  const declared = [
    'Activity.attendees(first, after, offset)',
    'Activity.schedule(from, to)',
    'Query.attendee(by, activityId)',
    'Query.attendeesByIds(ids, activityId)',
    'Subscription.goodsStock(activityId, every)',
    'Subscription.ticketStock(activityId, every)',
  ];
  expect(emitted).toEqual(expect.arrayContaining(declared));
});

test('the fields of Query are emitted class by class in the order of `resolvers`, so that `activity` leads', () => {
  const { sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true });
  const [, fields] = /^type Query \{\n([^]*?)^\}/m.exec(sdl)!;
  const declared = ['activity', 'activities', 'activitiesByIds', 'attendee', 'attendeesByIds', 'checkInLookup'];
  const emitted = [...fields!.matchAll(/^ {2}(\w+)[(:]/gm)].map(([, name]) => name!);
  expect(emitted[0]).toBe('activity');
  expect(emitted.filter((name) => declared.includes(name))).toEqual(declared);
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
