/* How the schema is built, and which schemas do not start. */

import type { GraphQLObjectType } from 'graphql';
import { Arg, buildSchemaSync, Field, FieldResolver, getMetadataStorage, ID, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { checkRootValues, type ResolverClass } from '../../src/graph/check-root-values.js';
import { declaredSchema } from '../../src/graph/declared-schema.js';
import { createSubgraph, schemaSteps } from '../../src/graph/schema.js';

/** A record as the domain returns it: its fields are getters of its prototype. */
interface Venue {
  readonly name: string;
}
class VenueView implements Venue {
  get name() {
    return 'Great Hall';
  }
}

@ObjectType('Venue', { simpleResolvers: true })
class VenueType {
  @Field(() => String)
  name!: string;
}

@Resolver()
class VenueQuery {
  @Query(() => VenueType)
  venue(): Venue {
    return new VenueView();
  }
}

@Resolver(() => VenueType)
class ByTypeClass {
  @FieldResolver(() => String)
  sign(@Root() venue: VenueType): string {
    return `To ${venue.name}`;
  }
}

@Resolver(() => VenueType)
class ByModel {
  @FieldResolver(() => String)
  sign(@Root() venue: Venue): string {
    return `To ${venue.name}`;
  }
}

@ObjectType('Stage', { simpleResolvers: true })
class StageType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  sign(): string {
    return `Stage ${this.id}`;
  }
}

@Resolver()
class StageQuery {
  @Query(() => StageType)
  stage(): { id: string } {
    return { id: '1' };
  }
}

function check(...resolvers: [ResolverClass, ...ResolverClass[]]) {
  checkRootValues(buildSchemaSync({ resolvers, validate: false }), resolvers);
}

test('TypeGraphQL gives a resolver whose @Root() has the class of the type a copy without the getters of the record', () => {
  const schema = buildSchemaSync({ resolvers: [VenueQuery, ByTypeClass], validate: false });
  const { sign } = (
    schema.getType('Venue') as never as { getFields(): Record<string, { resolve: (...args: unknown[]) => string }> }
  ).getFields();
  expect(sign!.resolve(new VenueView(), {}, {}, {})).toBe('To undefined');
});

test('a @Root() with the class of a type does not start, and the error names the class and the method', () => {
  expect(() => check(VenueQuery, ByTypeClass)).toThrow(
    'ByTypeClass.sign: @Root() has the type VenueType, a class that declares a GraphQL type. TypeGraphQL would copy the record into an instance of it ' +
      'and lose the getters of the record. Type @Root() by the interface of the model, imported with "import type".',
  );
});

test('a @Root() with the interface of the model starts', () => {
  expect(() => check(VenueQuery, ByModel)).not.toThrow();
});

test('a type whose own class resolves a field does not start', () => {
  expect(() => check(StageQuery)).toThrow('Stage.sign is resolved by its own class.');
});

test('the steps of the schema have different names, and check before they change resolvers', () => {
  const names = schemaSteps.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.indexOf('check of cost rows')).toBeLessThan(names.indexOf('audit of reads'));
  expect(names.indexOf('audit of reads')).toBeLessThan(names.indexOf('access'));
});

test('exactly the inputs whose class has the extension `oneOf` are `@oneOf`', () => {
  const { sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true });
  expect([...sdl.matchAll(/^input (\w+) @oneOf/gm)].map(([, name]) => name)).toEqual(['AttendeeLookup']);
});

test('arguments are emitted in the order of their declaration', () => {
  const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true });
  const emitted = ['Query', 'Activity', 'Subscription'].flatMap((type) => {
    const fields = Object.values((schema.getType(type) as GraphQLObjectType).getFields());
    return fields
      .filter(({ args }) => args.length > 1)
      .map(({ name, args }) => `${type}.${name}(${args.map((arg) => arg.name).join(', ')})`);
  });
  expect(emitted.toSorted()).toEqual([
    'Activity.attendees(first, after, offset)',
    'Activity.schedule(from, to)',
    'Query.attendee(by, activityId)',
    'Query.attendeesByIds(ids, activityId)',
    'Subscription.goodsStock(activityId, every)',
    'Subscription.ticketStock(activityId, every)',
  ]);
});

test('the fields of Query are emitted class by class in the order of `resolvers`, so that `activity` leads', () => {
  const { sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true });
  const [, fields] = /^type Query \{\n([^]*?)^\}/m.exec(sdl)!;
  expect([...fields!.matchAll(/^ {2}(\w+)[(:]/gm)].map(([, name]) => name)).toEqual([
    'activity',
    'activities',
    'activitiesByIds',
    'attendee',
    'attendeesByIds',
    'checkInLookup',
  ]);
});

test('the schema describes the root types, and the SDL for composition leaves that out', () => {
  const { schema, sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true });
  expect(schema.getQueryType()!.description).toBe('Reads of the event service.');
  expect(sdl).not.toContain('Reads of the event service.');
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

test('a schema that GraphQL does not allow does not start', () => {
  expect(() => createSubgraph({ maxPageSize: 100, authDirectives: true, typePrefix: '__' })).toThrow('must not begin with "__"');
});
