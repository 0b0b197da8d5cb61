import { isObjectType, type GraphQLResolveInfo } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { declaredSchema, resolvers } from '../../../src/graph/schema/declared-schema.js';
import { callMethodsDirectly, directResolver } from '../../../src/graph/schema/direct-resolvers.js';

type Declared = Parameters<typeof directResolver>[2][number];

const info = { fieldName: 'field' } as unknown as GraphQLResolveInfo;
const instance = {
  name: 'the instance',
  method(...values: unknown[]) {
    return [this.name, ...values];
  },
};
const parameter = (index: number, fields: object) => ({ target: Object, methodName: 'method', index, ...fields }) as object as Declared;

describe('direct resolvers', () => {
  test('a direct resolver passes root, arguments, context and info in the order of the parameters', () => {
    const resolve = directResolver(instance, 'method', [
      parameter(3, { kind: 'info' }),
      parameter(2, { kind: 'context' }),
      parameter(1, { kind: 'arg', name: 'first' }),
      parameter(0, { kind: 'root' }),
    ]);
    expect(resolve!('root', { first: 20, other: 1 }, 'context', info)).toEqual(['the instance', 'root', 20, 'context', info]);
  });

  test('a direct resolver passes an argument that is absent as undefined, and null as null', () => {
    const resolve = directResolver(instance, 'method', [
      parameter(0, { kind: 'arg', name: 'one' }),
      parameter(1, { kind: 'arg', name: 'other' }),
    ]);
    expect(resolve!(null, { other: null }, null, info)).toEqual(['the instance', undefined, null]);
  });

  test.each([{ kind: 'args' }, { kind: 'custom' }, { kind: 'root', propertyName: 'part' }, { kind: 'context', propertyName: 'part' }])(
    'a direct resolver does not exist for the parameter %j, which TypeGraphQL provides',
    (fields) => expect(directResolver(instance, 'method', [parameter(0, fields)])).toBeNull(),
  );
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
