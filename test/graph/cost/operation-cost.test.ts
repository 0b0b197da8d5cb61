import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse, validate, type OperationDefinitionNode } from 'graphql';
import { operationCost } from '../../../src/graph/cost/operation-cost.js';
import { createOperationCheck } from '../../../src/graph/cost/operation-limits.js';
import { createSubgraph } from '../../../src/graph/schema/schema.js';

const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true });
const options = { schema, maxPageSize: 100 };

function costOf(query: string, variables: Readonly<Record<string, unknown>> = {}) {
  const document = parse(query);
  return operationCost(document, document.definitions[0] as OperationDefinitionNode, variables, options);
}

test.each([
  ['a plain argument', 'query ($n: Int!) { activity { attendees(first: $n) { nodes { id } } } }', ['n']],
  ['an item of a list', 'query ($id: ID!) { attendeesByIds(ids: ["attendee:1001:1", $id]) { id } }', ['id']],
  [
    'a member of an object in a list',
    'query ($id: ID!) { _entities(representations: [{ __typename: "Attendee", id: $id }]) { __typename } }',
    ['id'],
  ],
  ['a directive', 'query ($yes: Boolean!) { activity { id @include(if: $yes) } }', ['yes']],
  ['the start of a page', 'query ($offset: Int) { activity { attendees(first: 10, offset: $offset) { nodes { id } } } }', ['offset']],
  ['an argument that costs nothing', 'query ($id: ID!) { activity(id: $id) { attendees(first: 10) { nodes { id } } } }', []],
  ['nothing', '{ activity { attendees(first: 10) { nodes { id @skip(if: false) } } attendee(by: { id: "1" }) { id } } }', []],
])('the cost may depend on variables through %s', (_, query, variables) => {
  expect(costOf(query, { n: 5, id: 'attendee:1001:7', yes: true }).readVariables).toEqual(variables);
});

test('a read that two fields need counts once: the example in operation-cost.ts, which is a valid operation', () => {
  const source = readFileSync(join(__dirname, '../../../src/graph/cost/operation-cost.ts'), 'utf8');
  const [, example = ''] = /For example:\n \*\n \* +(\{.+\})\n/.exec(source) ?? [];
  expect(validate(schema, parse(example))).toEqual([]);
  const { cost, upstreamCalls } = costOf(example);
  expect({ cost, upstreamCalls }).toEqual({ cost: 1 + 1 + 20 + 200 + 10 + 2 * 10, upstreamCalls: 2 });
});

describe('measures of one operation', () => {
  const limits = { maxDepth: 9, maxCost: 99_999, maxAliases: 99, maxRootFields: 99, maxUpstreamCalls: 999 };
  /** Returns a check of one query, whose result is the same object if the query was not measured again. */
  const checkOf = (query: string) => {
    const document = parse(query);
    const check = createOperationCheck(limits, options);
    return (variables: Record<string, unknown>) => check(document, document.definitions[0] as OperationDefinitionNode, variables);
  };
  const page = 'query ($first: Int, $offset: Int) { activity { attendees(first: $first, offset: $offset) { nodes { id } } } }';

  test('a cost that depends on no variable is measured once', () => {
    const check = checkOf('query ($id: ID) { activity(id: $id) { attendees(first: 10) { nodes { id } } } }');
    expect(check({ id: '1002' })).toBe(check({ id: '1001' }));
  });

  test('a cost is measured once for equal numbers', () => {
    const check = checkOf(page);
    expect(check({ first: 100, offset: 100 })).toBe(check({ offset: 100, first: 100 }));
    expect(check({ first: 100, offset: 100 }).cost).toBe(112);
    expect(check({ first: 100, offset: 50 }).cost).toBe(122);
    expect(check({ first: 20, offset: 20 }).cost).toBe(32);
  });

  test('a measure with a text or a list is not stored, and neither is its value', () => {
    const check = checkOf(
      'query ($by: AttendeeLookup!) { activity { a: attendee(by: $by) { id } b: attendee(by: { mobile: "1" }) { id } } }',
    );
    const by = { mobile: '1' };
    expect(check({ by })).not.toBe(check({ by }));
    expect(check({ by }).upstreamCalls).toBe(1);
    expect(check({ by: { mobile: '2' } }).upstreamCalls).toBe(2);
  });

  test('measures are stored up to four hundred planned calls of the operation, and a larger one alone', () => {
    const lists = 'tickets { id @include(if: $yes) } goods { id } articles { id } categories { id } schedule { id } formFields { name }';
    const activities = Array.from({ length: 40 }, (_, index) => `a${index}: activity(id: "${1001 + index}") { ${lists} }`);
    const check = checkOf(`query ($yes: Boolean!) { ${activities.join(' ')} }`);
    const yes = check({ yes: true });
    expect(yes.upstreamCalls).toBe(240);
    expect(check({ yes: true })).toBe(yes);
    const no = check({ yes: false });
    expect(check({ yes: false })).toBe(no);
    expect(check({ yes: true })).not.toBe(yes);
  });

  test('measures of all operations are stored up to ten thousand planned calls, and then dropped', () => {
    const check = createOperationCheck(limits, options);
    const document = (name: string) => parse(page.replace('query', `query ${name}`));
    const measure = (of: ReturnType<typeof parse>, offset: number) =>
      check(of, of.definitions[0] as OperationDefinitionNode, { first: 10, offset });
    const first = document('first');
    const others = Array.from({ length: 120 }, (_, index) => document(`other${index}`));
    const measured = measure(first, 0);
    for (const other of others.slice(0, 60)) for (let offset = 0; offset < 50; offset += 1) measure(other, 10 * offset);
    expect(measure(first, 0)).toBe(measured);
    for (const other of others) for (let offset = 0; offset < 50; offset += 1) measure(other, 10 * offset);
    expect(measure(first, 0)).not.toBe(measured);
  });

  test('after any other executions, a cost is that of a process that has measured nothing else', () => {
    const query = `query ($a: Int, $b: Int = 5, $yes: Boolean = true) {
      activity { attendees(first: $a) @include(if: $yes) { nodes { id } } attendees2: attendees(first: 10, offset: $b) { nodes { id } } }
    }`;
    const number = fc.option(fc.constantFrom(0, 1, 30, 50, 99, 100), { nil: undefined });
    const executions = fc.array(fc.record({ a: number, b: number, yes: fc.option(fc.boolean(), { nil: undefined }) }), { maxLength: 300 });
    fc.assert(
      fc.property(executions, (all) => {
        const check = checkOf(query);
        for (const variables of all) expect(check(variables).cost).toBe(checkOf(query)(variables).cost);
      }),
      { numRuns: 20 },
    );
  });
});

describe('an operation whose objects are more than a number can express', () => {
  const nested = (levels: number, [before, after]: readonly [string, string], innermost: string) =>
    before.repeat(levels) + innermost + after.repeat(levels);
  const categories = nested(320, ['children { ', ' }'], 'id');
  const pages = (innermost: string) => nested(160, ['attendees(first: 100) { nodes { activity { ', ' } } }'], innermost);

  test.each([
    ['objects', `{ activity { categories { ${categories} } } }`],
    ['objects and calls', `{ activity { ${pages('attendees(first: 100) { nodes { points } }')} } }`],
    [
      'objects beside none',
      `{ activity { categories { ${categories} } attendees(first: 0) { nodes { activity { categories { ${categories} } } } } } }`,
    ],
    ['none below them', `{ activity { ${pages('attendees(first: 0) { nodes { points } }')} } }`],
  ])('exceeds every limit: %s', (_, query) => {
    const { cost, upstreamCalls } = costOf(query);
    expect(Number.isFinite(upstreamCalls)).toBe(true);
    expect(Number.isFinite(cost)).toBe(true);
    expect(cost).toBeGreaterThan(2 ** 50);
  });
});

test.each(['constructor', 'toString', '__proto__'])('a variable may have the name %s of a property that every object inherits', (name) => {
  const page = (variable: string) => `query ($${variable}: Int = 50) { activity { attendees(first: $${variable}) { nodes { id } } } }`;
  expect(costOf(page(name)).cost).toBe(costOf(page('n')).cost);
  expect(costOf(page(name), JSON.parse(`{ "${name}": 10 }`) as Record<string, unknown>).cost).toBe(costOf(page('n'), { n: 10 }).cost);
  const items = (variable: string) =>
    `query ($${variable}: ID) { activity { a: goods(id: $${variable}) { id } b: goods(id: "7") { id } } }`;
  expect(costOf(items(name)).upstreamCalls).toBe(costOf(items('n')).upstreamCalls);
});
