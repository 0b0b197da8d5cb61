import { buildSchema, parse, type OperationDefinitionNode } from 'graphql';
import { planOperation } from '../../../src/graph/execution/plan-operation.js';

const schema = buildSchema('type Query { one: Item } type Item { id: ID name: String next: Item }');

function planOf(query: string, variables: Readonly<Record<string, unknown>> = {}) {
  const document = parse(query);
  return planOperation(schema, document, document.definitions[0] as OperationDefinitionNode, variables, 0);
}
/** The response keys of the object that a query's only field returns. */
function keysOf(query: string, variables: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const { value } = planOf(query, variables).root().fields[0]!;
  return value.kind === 'object' ? value.plan().fields.map(({ responseKey }) => responseKey) : [];
}

test('fields of the same response key are one, in the order in which they are first selected', () => {
  expect(keysOf('{ one { id ...N name ... on Item { a: id id } } } fragment N on Item { name next { id } }')).toEqual([
    'id',
    'name',
    'next',
    'a',
  ]);
});

test('the selection of an object is resolved when it is first needed, and once', () => {
  const { value } = planOf('{ one { next { id } } }').root().fields[0]!;
  if (value.kind !== 'object') throw new Error('An object was expected.');
  expect(value.plan()).toBe(value.plan());
});

test.each([
  ['no directive', '{ one { id } }', false],
  ['a directive with a literal', '{ one { id @skip(if: false) } }', false],
  ['a directive with a variable', 'query ($v: Boolean!) { one { id @skip(if: $v) } }', true],
  ['a directive with a variable, in a fragment', 'query ($v: Boolean!) { one { ...N } } fragment N on Item { id @include(if: $v) }', true],
])('a plan depends on variables exactly if a directive does: %s', (_what, query, expected) => {
  expect(planOf(query, { v: true }).dependsOnVariables).toBe(expected);
});

test('a field that @skip or @include leaves out is not in the plan', () => {
  const query = 'query ($v: Boolean!) { one { id @include(if: $v) name @skip(if: $v) } }';
  expect({ ifTrue: keysOf(query, { v: true }), ifFalse: keysOf(query, { v: false }) }).toEqual({ ifTrue: ['id'], ifFalse: ['name'] });
});

test('a directive other than @skip and @include has no effect', () => {
  expect(keysOf('{ one { id @other name @other(skip: true) } }')).toEqual(['id', 'name']);
});

test('an operation that the schema lacks has no root fields', () => {
  expect(() => planOf('subscription { one { id } }').root()).toThrow('Schema is not configured to execute subscription operation.');
});
