/* What a resolver learns from its `info` of the fields that are selected below it. */

import {
  buildSchema,
  Kind,
  parse,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
} from 'graphql';
import { memoizedBySelection, selectedFields, selectsAny } from '../../../src/graph/execution/selection.js';

const schema = buildSchema(`
  type Query { item: Item node: Node }
  interface Node { id: ID }
  type Item implements Node { id: ID name: String next: Item }
  type Other implements Node { id: ID name: String }`);

/** The info of a query's first field. */
function infoOf(query: string, variableValues: Readonly<Record<string, unknown>> = {}): GraphQLResolveInfo {
  const { definitions } = parse(query);
  const [operation] = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fragments = definitions.filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION);
  const [field] = operation!.selectionSet.selections as readonly FieldNode[];
  return {
    schema,
    variableValues,
    fieldNodes: [field!],
    fragments: Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment])),
    returnType: schema.getQueryType()!.getFields()[field!.name.value]!.type,
  } as unknown as GraphQLResolveInfo;
}
const names = new Set(['name']);

test.each([
  ['{ item { alias: name } }', true],
  ['{ item { name: id } }', false],
  ['{ item { next { name } } }', false],
  ['{ item { ...N } } fragment N on Item { id ...M } fragment M on Node { ... on Item { name } }', true],
  ['{ item { ... on Other { name } } }', false],
  ['{ item { ...N @skip(if: true) ...N } } fragment N on Item { name }', true],
])('%s selects the field on the object itself: %s', (query, selects) => {
  expect(selectsAny(infoOf(query), names)).toBe(selects);
});

test('what is remembered of a selection is computed again for other variables, if directives read them, and else once', () => {
  const compute = jest.fn((info: GraphQLResolveInfo) => selectsAny(info, names));
  const selects = memoizedBySelection(compute);
  const info = infoOf('query ($n: Boolean!) { item { name @include(if: $n) } }');
  expect([true, false].map((n) => selects({ ...info, variableValues: { n } }))).toEqual([true, false]);
  const plain = infoOf('{ item { name } }');
  expect([selects(plain), selects(plain)]).toEqual([true, true]);
  expect(compute).toHaveBeenCalledTimes(3);
});

test('of an interface, only what is selected on the stated type counts', () => {
  const info = infoOf('{ node { ... on Other { name } } }');
  const [item, other] = ['Item', 'Other'].map((name) => selectsAny(info, names, schema.getType(name) as GraphQLObjectType));
  expect({ item, other }).toEqual({ item: false, other: true });
});

/** Fragments that spread the next one twice: the last one is spread 2 to the power of 60 times. It would take years to visit each. */
const doubling = Array.from({ length: 60 }, (_, index) => `fragment F${index} on Item { ...F${index + 1} ...F${index + 1} }`).join(' ');

test('a fragment that is spread 2^60 times is visited once', () => {
  const info = infoOf(`{ item { ...F0 } } ${doubling} fragment F60 on Item { id }`);
  expect(selectsAny(info, names)).toBe(false);
  expect([...selectedFields(info.fieldNodes, schema.getType('Item') as never, info).keys()]).toEqual(['id']);
});
