import fc from 'fast-check';
import { buildSchema, parse, getArgumentValues, Kind, visit, type FieldNode } from 'graphql';
import { argumentsOf } from '../../../src/graph/execution/arguments.js';

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
  }
`);
const fieldIn = (argumentsText: string): FieldNode => {
  const found: FieldNode[] = [];
  visit(parse(`{ find(${argumentsText}) }`), { [Kind.FIELD]: (node) => void found.push(node) });
  return found[0]!;
};
const definition = argumentSchema.getQueryType()!.getFields()['find']!;

/** What a function returns, or that it throws. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch {
    return 'refused';
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
const given = fc.uniqueArray(fc.tuple(fc.constantFrom(...definition.args.map(({ name }) => name)), literals), {
  selector: ([name]) => name,
  maxLength: 5,
});
const variables = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.constantFrom<unknown>(undefined, null, 1, 'text', 'OPEN', ['x'], { from: 'f' }),
);

test('arguments are those of graphql-js, with their literals, variables and defaults, and refused where it refuses them', () => {
  let read = 0;
  fc.assert(
    fc.property(given, variables, (args, values) => {
      const node = fieldIn(['id: $a', ...args.filter(([name]) => name !== 'id').map(([name, value]) => `${name}: ${value}`)].join(', '));
      const readArguments = argumentsOf(definition, node);
      const expected = outcomeOf(() => getArgumentValues(definition, node, values));
      if (expected !== 'refused') read += 1;
      expect(outcomeOf(() => readArguments(values))).toEqual(expected);
    }),
    { numRuns: 300, examples: [[[['lookup', '{ inner: { } }']], { a: 'OPEN' }]] },
  );
  expect(read).toBeGreaterThan(20);
});
