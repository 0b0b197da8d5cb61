import { isObjectType } from 'graphql';
import { Arg, getMetadataStorage, Query, Resolver } from 'type-graphql';
import { callMethodsDirectly } from '../../../src/graph/schema/direct-resolvers.js';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import { declaredSchema, resolvers } from '../../../src/graph/types/declared-schema.js';

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

test('TypeGraphQL wraps no query and no field resolver', () => {
  const schema = declaredSchema();
  const resolveOf = (typeName: string, fieldName: string) => {
    const type = schema.getType(typeName);
    return isObjectType(type) ? type.getFields()[fieldName]?.resolve : undefined;
  };
  const { queries, fieldResolvers, objectTypes } = getMetadataStorage();
  const typeOf = (target: unknown) => objectTypes.find((type) => type.target === target)?.name ?? '';
  const isOfGraph = ({ target }: { readonly target: unknown }) => resolvers.some((resolver) => resolver === target);
  const fields = [
    ...queries.filter(isOfGraph).map(({ schemaName }) => ['Query', schemaName] as const),
    ...fieldResolvers.filter(isOfGraph).map(({ getObjectType, schemaName }) => [typeOf(getObjectType?.()), schemaName] as const),
  ];
  const declared = fields.map(([type, field]) => resolveOf(type, field));
  callMethodsDirectly(schema, resolvers);
  const unchanged = fields.filter(([type, field], index) => resolveOf(type, field) === declared[index]);
  expect(fields.length).toBeGreaterThan(20);
  expect(declared).not.toContain(undefined);
  expect(unchanged).toEqual([]);
});
