import { buildSchema, graphql, isObjectType, parse, subscribe, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { EventGraphQLError, failWithGraphQLErrors } from '../../../src/graph/errors/graphql-errors.js';
import { BadInputError } from '../../../src/records/errors.js';

const badInput = new BadInputError('id', 'an id');

/** A schema whose fields are resolved by `resolve`, and subscribed to by `subscribe`. */
function schemaOf(resolve: GraphQLFieldResolver<unknown, unknown>): GraphQLSchema {
  const schema = buildSchema('type Query { one: Int many: [Int] } type Subscription { event: Int }');
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      Object.assign(field, type.name === 'Subscription' ? { subscribe: resolve } : { resolve });
  }
  failWithGraphQLErrors(schema);
  return schema;
}

const run = async (source: string, resolve: GraphQLFieldResolver<unknown, unknown>) =>
  (await graphql({ schema: schemaOf(resolve), source })).errors!.map(({ path, originalError }) => ({ path, originalError }));
const converted = expect.any(EventGraphQLError);

test.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw badInput;
    },
  ],
  [
    'rejects with',
    async () => {
      throw badInput;
    },
  ],
  ['returns', () => badInput],
  ['promises', () => Promise.resolve(badInput)],
])('an `EventGraphError` that a resolver %s becomes a `GraphQLError` with the path of the field', async (_how, resolve) => {
  expect(await run('{ one }', resolve)).toEqual([{ path: ['one'], originalError: converted }]);
});

test('each `EventGraphError` among the items of a list becomes a `GraphQLError` at its position, and the other items remain', async () => {
  const items = [1, badInput, Promise.resolve(2), Promise.reject(badInput)];
  const { data, errors } = await graphql({ schema: schemaOf(() => items), source: '{ many }' });
  expect(data).toEqual({ many: [1, null, 2, null] });
  expect(errors!.map(({ path, originalError }) => ({ path, originalError }))).toEqual([
    { path: ['many', 1], originalError: converted },
    { path: ['many', 3], originalError: converted },
  ]);
});

test('a subscription that is refused fails with a `GraphQLError`', async () => {
  const schema = schemaOf(() => {
    throw badInput;
  });
  expect(await subscribe({ schema, document: parse('subscription { event }') })).toEqual({
    errors: [expect.objectContaining({ originalError: converted })],
  });
});
