import { parse, type FieldNode, type OperationDefinitionNode } from 'graphql';
import { ArgumentReader, isVariableName } from '../../../src/graph/cost/argument-reader.js';

/** The reader of an operation, and the first two fields of the operation. */
function read(query: string, variables: Record<string, unknown> = {}, exact = false) {
  const operation = parse(query).definitions[0] as OperationDefinitionNode;
  const [first, second] = operation.selectionSet.selections as readonly FieldNode[];
  return { args: new ArgumentReader(operation, variables, exact), first: first!, second: second! };
}

test.each<[what: string, query: string, value: unknown]>([
  ['a literal', '{ f(x: 3) }', 3],
  ['a given variable', 'query ($a: Int) { f(x: $a) }', 7],
  ['a variable that is not given, by its default', 'query ($b: Int = 5) { f(x: $b) }', 5],
  ['a given variable, although it has a default', 'query ($a: Int = 5) { f(x: $a) }', 7],
  ['a list with a variable', 'query ($a: Int) { f(x: [1, $a]) }', [1, 7]],
  ['no argument', '{ f }', undefined],
])('the value of %s is read', (_what, query, value) => {
  const { args, first } = read(query, { a: 7 });
  expect(args.value(first, 'x')).toEqual(value);
});

test.each<[what: string, query: string, items: unknown]>([
  ['its items', '{ f(x: [1, 2]) }', [1, 2]],
  ['one item for a single value, as GraphQL coerces it', '{ f(x: 1) }', [1]],
  ['nothing for null', '{ f(x: null) }', undefined],
  ['nothing if it is not given', '{ f }', undefined],
])('a list argument has %s', (_what, query, items) => {
  const { args, first } = read(query);
  expect(args.list(first, 'x')).toEqual(items);
});

const sameVariable = 'query ($a: ID) { f(x: $a) g(x: $a) }';
const twoVariables = 'query ($a: ID, $b: ID) { f(x: $a) g(x: $b) }';
const variableAndValue = 'query ($a: ID) { f(x: $a) g(x: "7") }';

test.each<[what: string, query: string, relation: 'equal' | 'different', by: 'names' | 'values']>([
  ['equal strings', '{ f(x: "1") g(x: "1") }', 'equal', 'names'],
  ['a number and its digits as a string, as ids are written,', '{ f(x: 1) g(x: "1") }', 'equal', 'names'],
  ['different strings', '{ f(x: "1") g(x: "2") }', 'different', 'names'],
  ['two uses of one variable', sameVariable, 'equal', 'names'],
  ['two variables of one value', twoVariables, 'different', 'names'],
  ['two variables of one value', twoVariables, 'equal', 'values'],
  ['a variable and its value', variableAndValue, 'different', 'names'],
  ['a variable and its value', variableAndValue, 'equal', 'values'],
])('%s (%s) have %s identities if variables are identified by their %s', (_what, query, relation, by) => {
  const { args, first, second } = read(query, { a: '7', b: '7' }, by === 'values');
  expect(args.argumentKey(first, 'x') === args.argumentKey(second, 'x')).toBe(relation === 'equal');
});

test('`isVariableName` distinguishes the identity of a variable from the identity of a value', () => {
  const { args, first, second } = read(variableAndValue, { a: '7' });
  expect([args.argumentKey(first, 'x'), args.argumentKey(second, 'x')].map(isVariableName)).toEqual([true, false]);
});

test('the identity of a member does not depend on the other members', () => {
  const { args, first, second } = read('{ f(x: { id: "7", other: 1 }) g(x: { id: "7", other: 2 }) }');
  expect(args.argumentKey(first, 'x', 'id')).toBe('7');
  expect(args.argumentKey(second, 'x', 'id')).toBe('7');
  expect(args.argumentKey(first, 'x')).not.toBe(args.argumentKey(second, 'x'));
});

test.each<[what: string, query: string]>([
  ['an argument that is not given', '{ f }'],
  ['null', '{ f(x: null) }'],
  ['a member that is not given', '{ f(x: { other: 1 }) }'],
])('the identity of %s is empty', (_what, query) => {
  const { args, first } = read(query);
  expect(args.argumentKey(first, 'x', 'id')).toBe('');
});

const withVariables = 'query ($a: Int, $b: Boolean = true) { f(x: $a) @include(if: $b) }';

test('a measure that reads the value of a variable depends on variables', () => {
  const { args, first } = read(withVariables);
  args.value(first, 'x');
  expect([...args.readVariables]).toEqual(['a']);
});

test('a measure depends on variables if one decides whether a field is included', () => {
  const { args, first } = read(withVariables);
  args.includes(first);
  expect([...args.readVariables]).toEqual(['b']);
});

test('a measure that reads only the identity of a variable does not depend on variables', () => {
  const { args, first } = read(withVariables);
  args.argumentKey(first, 'x');
  expect(args.readVariables.size).toBe(0);
});

test.each<[directive: string, included: boolean]>([
  ['@skip(if: true)', false],
  ['@include(if: $no)', false],
  ['@include(if: $yes)', true],
  ['@include(if: $missing)', true],
])('a field with %s is included: %s', (directive, included) => {
  const { args, first } = read(`query ($no: Boolean!, $yes: Boolean = true, $missing: Boolean!) { f ${directive} }`, { no: false });
  expect(args.includes(first)).toBe(included);
});
