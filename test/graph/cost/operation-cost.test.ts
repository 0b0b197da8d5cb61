import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, validate, type OperationDefinitionNode } from 'graphql';
import { operationCost } from '../../../src/graph/cost/operation-cost.js';
import { operationCheck } from '../../../src/graph/cost/operation-limits.js';
import { createSubgraph } from '../../../src/graph/schema/schema.js';

const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true });
const options = { schema, maxPageSize: 100 };

function costOf(query: string, variables: Readonly<Record<string, unknown>> = {}) {
  const document = parse(query);
  return operationCost(document, document.definitions[0] as OperationDefinitionNode, variables, options);
}

test.each([
  ['a plain argument', 'query ($n: Int!) { activity { attendees(first: $n) { nodes { id } } } }', true],
  ['an item of a list', 'query ($id: ID!) { attendeesByIds(ids: ["attendee:1001:1", $id]) { id } }', true],
  [
    'a member of an object in a list',
    'query ($id: ID!) { _entities(representations: [{ __typename: "Attendee", id: $id }]) { __typename } }',
    true,
  ],
  ['a directive', 'query ($yes: Boolean!) { activity { id @include(if: $yes) } }', true],
  ['the start of a page', 'query ($offset: Int) { activity { attendees(first: 10, offset: $offset) { nodes { id } } } }', true],
  ['an argument that costs nothing', 'query ($id: ID!) { activity(id: $id) { attendees(first: 10) { nodes { id } } } }', false],
  ['nothing', '{ activity { attendees(first: 10) { nodes { id @skip(if: false) } } attendee(by: { id: "1" }) { id } } }', false],
])('the cost may depend on variables through %s', (_, query, dependsOnVariables) => {
  expect(costOf(query, { n: 5, id: 'attendee:1001:7', yes: true }).dependsOnVariables).toBe(dependsOnVariables);
});

test('a read that two fields need counts once: the example in operation-cost.ts, which is a valid operation', () => {
  const source = readFileSync(join(__dirname, '../../../src/graph/cost/operation-cost.ts'), 'utf8');
  const [, example = ''] = /For example:\n \*\n \* +(\{.+\})\n/.exec(source) ?? [];
  expect(validate(schema, parse(example))).toEqual([]);
  const { cost, upstreamCalls } = costOf(example);
  expect({ cost, upstreamCalls }).toEqual({ cost: 1 + 1 + 20 + 200 + 10 + 2 * 10, upstreamCalls: 2 });
});

test('a cost that depends on no variable is measured once', () => {
  const measured: string[] = [];
  const check = operationCheck({ maxDepth: 9, maxCost: 9999, maxAliases: 9, maxRootFields: 9, maxUpstreamCalls: 99 }, options);
  const once = (query: string, variables: Record<string, unknown>) => {
    const document = parse(query);
    const operation = document.definitions[0] as OperationDefinitionNode;
    return [1, 2]
      .map(() => check(document, operation, variables))
      .map((cost, index, costs) => (measured.push(String(cost === costs[0])), costs[index]!.cost));
  };
  expect(once('query ($id: ID) { activity(id: $id) { attendees(first: 10) { nodes { id } } } }', { id: 1002 })).toEqual([22, 22]);
  expect(once('query ($n: Int!) { activity { attendees(first: $n) { nodes { id } } } }', { n: 10 })).toEqual([22, 22]);
  expect(measured).toEqual(['true', 'true', 'true', 'false']);
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
