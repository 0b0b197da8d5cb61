/* Each resolver states what it reads: one that states nothing would count as free. */

import { buildSchema, getNamedType, isInputObjectType, type GraphQLField } from 'graphql';
import { assertReadsStated, readsOf } from '../../../src/graph/cost/reads.js';
import { objectFieldsOf } from '../../../src/graph/type-names.js';
import { bound } from '../../support/bound.js';
import { schemaWith } from '../../support/schemas.js';

test.each(['resolve', 'subscribe'] as const)(
  'a schema with a field that has `%s` and does not state what it reads does not start',
  (name) => {
    const schema = buildSchema('type Query { hall(id: ID): String plain: String }');
    schema.getQueryType()!.getFields()['hall']![name] = () => null;
    expect(() => assertReadsStated(schema)).toThrow('Query.hall does not state what it reads. Add @Reads(…), or @Reads(nothing).');
  },
);

test('the arguments by which fields read exist', () => {
  const operations = bound({ operations: { addPoints: { on: 'Mutation', method: 'POST', path: '/api/points/add' } } });
  const schema = schemaWith({ relayNode: true, operations });
  const paths = objectFieldsOf(schema).flatMap(({ type, field }) => {
    const { by, activity, input = {} } = (readsOf(field) ?? {}) as { by?: string; activity?: string; input?: Record<string, string> };
    const stated = [by, activity, ...Object.values(input)].filter((path) => path !== undefined);
    return stated.map((path) => ({ path, of: `${type.name}.${field.name}`, exists: hasPath(field, path) }));
  });
  expect(paths.map(({ of }) => of)).toEqual(expect.arrayContaining(['Query.node', 'Query._entities', 'Mutation.addPoints']));
  expect(paths.filter(({ exists }) => !exists)).toEqual([]);
});

function hasPath({ args }: GraphQLField<unknown, unknown>, path: string): boolean {
  const [name, member] = path.split('.');
  const argument = args.find((given) => given.name === name);
  if (!argument || member === undefined) return argument !== undefined;
  const type = getNamedType(argument.type);
  return isInputObjectType(type) && member in type.getFields();
}
