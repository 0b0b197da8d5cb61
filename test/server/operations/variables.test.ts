/* The coercion of variables, compared with that of graphql-js. */

import fc from 'fast-check';
import { buildSchema, getVariableValues, Kind, parse, type GraphQLError, type OperationDefinitionNode } from 'graphql';
import { QueryTooComplexError } from '../../../src/records/errors.js';
import type { RefusedRequestError } from '../../../src/server/operations/request-errors.js';
import { createCoerceVariables } from '../../../src/server/operations/variables.js';
import { times } from '../../support/times.js';

const schema = buildSchema(`
  enum State { OPEN CLOSED }
  input Lookup { id: ID, mobile: String }
  type Query { none(a: Float, b: Boolean, c: ID, d: String, e: State, f: Lookup, g: [[Lookup]]): Int, all(d: [String]): Int }
`);
const operationWith = (variables: string) => parse(`query (${variables}) { none }`).definitions[0] as OperationDefinitionNode;
const coerce = (operation: OperationDefinitionNode, variables: Record<string, unknown>) =>
  createCoerceVariables(schema, { kind: Kind.DOCUMENT, definitions: [operation] }, operation, Infinity, true)(variables);

/** The values, or the errors. */
function coerced(operation: OperationDefinitionNode, variables: Record<string, unknown>) {
  try {
    return { coerced: coerce(operation, variables) };
  } catch (error) {
    return { errors: (error as RefusedRequestError).errors };
  }
}
const byGraphqlJs = (operation: OperationDefinitionNode, variables: Record<string, unknown>) =>
  getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 10 });
const entries = (values: object | undefined) => values && Object.entries(values);
const places = (errors: readonly GraphQLError[] | undefined) =>
  errors?.map(({ message, locations }) => ({ at: /^Variable "\$\w+"/.exec(message)?.[0] ?? message, locations }));

const types = ['ID', 'Int', 'Float', 'String', 'Boolean', 'State', '[Int!]', 'Lookup'].flatMap((type) => [type, `${type}!`]);
/** graphql-js accepts such a number as an id: see the test of rounded ids. */
const hasLongInteger = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasLongInteger)
    : Number.isInteger(value) && !Number.isSafeInteger(value);
const anyValue = fc
  .oneof(
    fc.constantFrom<unknown>(undefined, null, 'OPEN', 'other', '7', 7, 1.5, true, 2 ** 40, {}, { id: 'a' }, { unknown: 1 }, [1, 2], [null]),
    fc.jsonValue(),
  )
  .filter((value) => !hasLongInteger(value));

test('variables are coerced as by graphql-js, and refused at the same places', () => {
  const definition = fc.record({
    type: fc.constantFrom(...types),
    hasDefault: fc.boolean(),
    value: fc.option(anyValue, { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(definition, { maxLength: 3 }), fc.boolean(), (definitions, isUnusedGiven) => {
      const declared = definitions.map(
        ({ type, hasDefault }, index) => `$v${index}: ${type}${hasDefault && !type.endsWith('!') ? ' = null' : ''}`,
      );
      const operation = operationWith(['$unused: Int', ...declared].join(', '));
      const given = definitions.flatMap(({ value }, index) => (value === undefined ? [] : [[`v${index}`, value] as const]));
      const variables = { ...Object.fromEntries(given), ...(isUnusedGiven && { unused: 1 }), other: 1 };
      const [ours, theirs] = [coerced(operation, variables), byGraphqlJs(operation, variables)];
      expect({ values: entries(ours.coerced), errors: places(ours.errors) }).toEqual({
        values: entries(theirs.coerced),
        errors: places(theirs.errors),
      });
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['ID', 2 ** 53],
  ['[ID!]', [1, -(2 ** 53)]],
  ['[ID!]', 2 ** 60],
  ['Lookup', { id: 1e21 }],
])('a number that JSON has rounded is no id: %s %j', (type, value) => {
  const { errors } = coerced(operationWith(`$v: ${type}`), { v: value });
  expect(errors?.map(({ message }) => message)).toEqual([
    'Variable "$v" has an id beyond 2^53. It must be a string: as a number of JSON it has lost digits.',
  ]);
  expect(coerced(operationWith('$v: Float'), { v: 2 ** 60 })).toEqual({ coerced: { v: 2 ** 60 } });
});

test('after ten errors the rest is not read', () => {
  const operation = operationWith('$id: ID!, $ids: [ID!]!, $last: Int!');
  const { errors = [] } = coerced(operation, { ids: times(60, () => null), last: 'x' });
  expect(errors).toHaveLength(11);
  expect(places(errors)).toEqual(places(byGraphqlJs(operation, { ids: times(60, () => null), last: 'x' }).errors));
  expect(new Set(errors.map(({ extensions }) => extensions['code']))).toEqual(new Set(['BAD_USER_INPUT']));
});

test('variables named `__proto__` and `constructor` are members of their own', () => {
  const operation = operationWith('$__proto__: String, $constructor: String, $toString: String');
  const variables = JSON.parse('{ "__proto__": "one", "constructor": "other" }') as Record<string, unknown>;
  expect(entries(coerced(operation, variables).coerced)).toEqual([
    ['__proto__', 'one'],
    ['constructor', 'other'],
  ]);
});

describe('what the arguments of a field contain is within MAX_BODY_BYTES', () => {
  const isRefused = (text: string, variables: Record<string, unknown>) => {
    const document = parse(text);
    try {
      createCoerceVariables(schema, document, document.definitions[0] as OperationDefinitionNode, 1_000, true)(variables);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ constructor: QueryTooComplexError, limit: 'MAX_BODY_BYTES', maximum: 1_000 });
      return true;
    }
  };
  const text = (length: number) => ({ v: 'x'.repeat(length) });

  test.each([
    ['a variable counts each time', true, 'query ($v: String) { all(d: [$v, $v]) }', text(481)],
    ['up to the limit', false, 'query ($v: String) { all(d: [$v, $v]) }', text(480)],
    ['in objects', true, 'query ($v: String) { none(f: { id: $v, mobile: $v }) }', text(481)],
    ['in a fragment', true, 'query ($v: String) { ...F } fragment F on Query { all(d: [$v, $v]) }', text(481)],
    ['as a default', true, `query ($v: String = "${text(481).v}") { all(d: [$v, $v]) }`, {}],
    ['small values count', true, 'query ($v: [Lookup]) { none(g: [$v, $v]) }', { v: times(30, () => ({})) }],
    ['the body bounds a variable that is used once', false, 'query ($v: String) { none(d: $v) }', text(2_000)],
    ['several fields do not multiply', false, 'query ($v: String) { a: none(d: $v) b: none(d: $v) }', text(900)],
    ['other operations do not count', false, 'query A($v: String) { none(d: $v) } query B($v: String) { all(d: [$v, $v]) }', text(900)],
  ])('%s', (_what, expected, query, variables) => expect(isRefused(query, variables)).toBe(expected));
});
