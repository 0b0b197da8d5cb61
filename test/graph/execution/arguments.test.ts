import fc from 'fast-check';
import {
  buildSchema,
  getVariableValues,
  parse,
  type OperationDefinitionNode,
  getArgumentValues,
  Kind,
  visit,
  type FieldNode,
} from 'graphql';
import { createCoerceVariables, createReadArguments } from '../../../src/graph/execution/arguments.js';

const schema = buildSchema(`
  enum State { OPEN CLOSED }
  input Lookup { id: ID, mobile: String }
  type Query { none: Int }
`);
const operationWith = (variables: string) => parse(`query (${variables}) { none }`).definitions[0] as OperationDefinitionNode;
const coerced = (operation: OperationDefinitionNode, variables: Record<string, unknown>) =>
  getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 50 });

const types = ['ID', 'Int', 'Float', 'String', 'Boolean', 'State', '[Int!]', 'Lookup'].flatMap((type) => [type, `${type}!`]);
const anyValue = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, 'OPEN', 'other', '7', 7, 1.5, true, 2 ** 40, {}, { id: 'a' }, { unknown: 1 }, [1, 2], [null]),
  fc.jsonValue(),
);

test('variables are coerced as by graphql-js, and those that do not fit are refused as by graphql-js', () => {
  const definition = fc.record({
    type: fc.constantFrom(...types),
    hasDefault: fc.boolean(),
    value: fc.option(anyValue, { nil: undefined }),
  });
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

const argumentSchema = buildSchema(`
  enum State { OPEN CLOSED }
  input Lookup @oneOf { id: ID mobile: String }
  input Period { from: String! to: String = "later" state: State lookups: [Lookup!] inner: Period }
  type Query {
    find(
      id: ID!
      first: Int = 20
      ratio: Float
      state: State = OPEN
      ids: [ID!]
      lookup: Lookup
      period: Period = { from: "start" }
      periods: [Period]
    ): Int
    all(first: Int): Int
  }
`);
const fieldIn = (argumentsText: string, name = 'find'): FieldNode => {
  const found: FieldNode[] = [];
  visit(parse(`{ ${name}${argumentsText && `(${argumentsText})`} }`), { [Kind.FIELD]: (node) => void found.push(node) });
  return found[0]!;
};
const definitionOf = (name: string) => argumentSchema.getQueryType()!.getFields()[name]!;

/** What a function returns, or the message of what it throws. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    return { message: (error as Error).message };
  }
}

const literals = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('null', '1', '"a"', 'OPEN', '2.5', 'true', '$a', '$b', '$c', '{}', '[]'),
    fc.array(tie('value'), { maxLength: 2 }).map((items) => `[${items.join(', ')}]`),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom('id', 'mobile', 'from', 'to', 'state', 'lookups', 'inner'), tie('value')), {
        selector: ([name]) => name,
        maxLength: 3,
      })
      .map((members) => `{ ${members.map(([name, value]) => `${name}: ${value}`).join(', ')} }`),
  ),
})).value;
const given = fc.uniqueArray(fc.tuple(fc.constantFrom(...definitionOf('find').args.map(({ name }) => name)), literals), {
  selector: ([name]) => name,
  maxLength: 5,
});
const variables = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.constantFrom<unknown>(undefined, null, 1, 'text', 'OPEN', ['x'], { from: 'f' }),
);

test('arguments are those of graphql-js, with their literals, variables, defaults and errors', () => {
  let read = 0;
  fc.assert(
    fc.property(given, variables, (args, values) => {
      const node = fieldIn(['id: $a', ...args.filter(([name]) => name !== 'id').map(([name, value]) => `${name}: ${value}`)].join(', '));
      const readArguments = createReadArguments(definitionOf('find'), node);
      const expected = outcomeOf(() => getArgumentValues(definitionOf('find'), node, values));
      if ('value' in (expected as object)) read += 1;
      for (let execution = 0; execution < 2; execution += 1) expect(outcomeOf(() => readArguments(values))).toEqual(expected);
    }),
    { numRuns: 300 },
  );
  expect(read).toBeGreaterThan(20);
});

test('an argument that is omitted and has no default is absent, not undefined', () => {
  expect(Object.keys(createReadArguments(definitionOf('all'), fieldIn('', 'all'))({}))).toEqual([]);
});

test('a resolver that changes its arguments changes those of no other execution', () => {
  const readArguments = createReadArguments(
    definitionOf('find'),
    fieldIn('id: "x", ids: ["a"], period: { from: "f", lookups: [{ id: "1" }] }'),
  );
  const [one, other] = [readArguments({}), readArguments({})];
  expect({ ids: one['ids'] === other['ids'], period: one['period'] === other['period'] }).toEqual({ ids: false, period: false });
  expect((one['period'] as { lookups: unknown }).lookups).not.toBe((other['period'] as { lookups: unknown }).lookups);
});

test('an input object has no members of Object.prototype', () => {
  const { lookup } = createReadArguments(definitionOf('find'), fieldIn('id: "x", lookup: { id: "1" }'))({}) as { lookup: object };
  expect('toString' in lookup).toBe(false);
});
