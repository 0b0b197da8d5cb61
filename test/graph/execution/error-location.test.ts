import { GraphQLError, locatedError, parse, type ASTNode, type OperationDefinitionNode } from 'graphql';
import { errorAt } from '../../../src/graph/execution/error-location.js';

const operation = parse('{\n  first: name\n  name\n}').definitions[0] as OperationDefinitionNode;
const nodes: readonly ASTNode[] = operation.selectionSet.selections;
const path = ['items', 3, 'name'];

test.each<[what: string, thrown: unknown]>([
  ['an error', new RangeError('broken')],
  ['an error without a message', new Error('')],
  ['a GraphQLError without a location', new GraphQLError('refused', { extensions: { code: 'FORBIDDEN' } })],
  ['a GraphQLError with a path', new GraphQLError('refused', { path: ['other'] })],
  ['a GraphQLError with nodes', new GraphQLError('refused', { nodes: nodes[0]! })],
  ['a text', 'broken'],
  ['undefined', undefined],
])('%s becomes what `locatedError` of graphql-js returns', (_what, thrown) => {
  const ours = errorAt(thrown, nodes, () => new GraphQLError('', { nodes: [...nodes] }), path);
  const theirs = locatedError(thrown, [...nodes], path);
  expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
  for (const member of ['nodes', 'positions', 'source', 'path'] as const) expect(ours[member]).toEqual(theirs[member]);
  if (thrown instanceof Error) expect(ours.originalError).toBe(theirs.originalError);
});

test('an error that has a location keeps it: none is computed', () => {
  const located = new GraphQLError('refused', { nodes: nodes[0]! });
  const location = jest.fn();
  errorAt(located, nodes, location, path);
  expect(location).not.toHaveBeenCalled();
});
