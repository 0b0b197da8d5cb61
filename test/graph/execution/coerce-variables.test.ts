import fc from 'fast-check';
import { buildSchema, getVariableValues, parse, type OperationDefinitionNode } from 'graphql';
import { createCoerceVariables } from '../../../src/graph/execution/coerce-variables.js';

const schema = buildSchema(`
  enum State { OPEN CLOSED }
  input Lookup { id: ID, mobile: String }
  type Query { none: Int }
`);
const operationWith = (variables: string) => parse(`query (${variables}) { none }`).definitions[0] as OperationDefinitionNode;
const coerced = (operation: OperationDefinitionNode, variables: Record<string, unknown>) =>
  getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 50 });

const types = ['ID', 'Int', 'Float', 'String', 'Boolean', 'State', '[Int!]', 'Lookup'].flatMap((type) => [type, `${type}!`]);
const values = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, 'OPEN', 'other', '7', 7, 1.5, true, 2 ** 40, {}, { id: 'a' }, { unknown: 1 }, [1, 2], [null]),
  fc.jsonValue(),
);

test('variables are coerced as by graphql-js, and those that do not fit are refused as by graphql-js', () => {
  const definition = fc.record({ type: fc.constantFrom(...types), hasDefault: fc.boolean(), value: fc.option(values, { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(definition, { maxLength: 3 }), (definitions) => {
      const operation = operationWith(
        ['$unused: Int', ...definitions.map(({ type, hasDefault }, index) => `$v${index}: ${type}${hasDefault ? ' = null' : ''}`)].join(
          ', ',
        ),
      );
      const variables = Object.fromEntries(definitions.map(({ value }, index) => [`v${index}`, value]));
      expect(createCoerceVariables(schema, operation)(variables)).toEqual(coerced(operation, variables));
      expect(createCoerceVariables(schema, operation)({ ...variables, unused: 1 })).toEqual(
        coerced(operation, { ...variables, unused: 1 }),
      );
    }),
    { numRuns: 100 },
  );
});

test('variables named `__proto__` and `constructor` are members of their own', () => {
  const operation = operationWith('$__proto__: String, $constructor: String');
  const variables = JSON.parse('{ "__proto__": "one", "constructor": "other" }') as Record<string, unknown>;
  const result = createCoerceVariables(schema, operation)(variables);
  expect(result).toEqual(coerced(operation, variables));
  expect(Object.entries(result.coerced!)).toEqual([
    ['__proto__', 'one'],
    ['constructor', 'other'],
  ]);
});
