import fc from 'fast-check';
import { buildSchema, parse, getArgumentValues, Kind, visit, type FieldNode } from 'graphql';
import { createReadArguments } from '../../../src/graph/execution/arguments.js';

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
const given = fc.uniqueArray(fc.tuple(fc.constantFrom(...definitionOf('find').args.map(({ name }) => name)), literals), {
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
      const readArguments = createReadArguments(definitionOf('find'), node);
      const expected = outcomeOf(() => getArgumentValues(definitionOf('find'), node, values));
      if (expected !== 'refused') read += 1;
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
