import { buildSchemaSync, Field, FieldResolver, ID, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { assertRootValues, type ResolverClass } from '../../../src/graph/schema/assert-root-values.js';

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
  assertRootValues(buildSchemaSync({ resolvers, validate: false }), resolvers);
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
