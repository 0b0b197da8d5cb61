/* The cost of an operation as a reader computes it by hand: its objects, and ten for each planned call. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { countFields } from '../../../src/graph/cost/operation-cost.js';
import { measuring, prepared } from '../../support/measured.js';
import { schemaWith } from '../../support/schemas.js';
import { times } from '../../support/times.js';

const schema = schemaWith({ relayNode: true });
const costOf = measuring(schema, { activityIds: [1001, 1002] });
const ids = (count: number) => times(count, (index) => `attendee:1001:${index + 1}`);

test('the example in operation-cost.ts is a valid operation, and costs what stands there', () => {
  const source = readFileSync(join(__dirname, '../../../src/graph/cost/operation-cost.ts'), 'utf8');
  const [, example = ''] = /by hand:\n \*\n \* +(\{.+\})\n/.exec(source) ?? [];
  expect(validate(schema, parse(example))).toEqual([]);
  expect(costOf(example)).toMatchObject({ cost: 232 + 22 * 10, upstreamCalls: 22 });
  expect(source).toMatch(/objects .* 232\n \* +calls .* 22\n \* +cost .* 452\n/);
});

test.each<[what: string, query: string, objects: number, calls: number, variables?: object]>([
  ['a page counts by its `first`', '{ activity { attendees(first: 70) { nodes { id } } } }', 1 + 1 + 70, 1],
  ['a page has 20 by default', '{ activity { attendees { nodes { id } } } }', 1 + 1 + 20, 1],
  ['a page beyond the maximum, an error, has none', '{ activity { attendees(first: 0) { nodes { id } } } }', 1 + 1, 1],
  ['edges count as nodes do', '{ activity { attendees(first: 7) { edges { node { id } } } } }', 1 + 1 + 7 + 7, 1],
  ['two pages where none covers the range', '{ activity { attendees(first: 100, offset: 50) { nodes { id } } } }', 1 + 1 + 100, 2],
  ['a list by ids counts by them', 'query ($ids: [ID!]!) { attendeesByIds(ids: $ids) { id } }', 150, 2, { ids: ids(150) }],
  ['ids count together', '{ a: attendee(by: { id: "1" }) { id } b: activity { attendee(by: { id: "2" }) { id } } }', 1 + 2, 1],
  ['ids of two activities do not', '{ attendeesByIds(ids: ["attendee:1001:1", "attendee:1002:1"]) { id } }', 2, 2],
  ['a detail field counts for each attendee', '{ activity { attendees(first: 7) { nodes { points otherChannel } } } }', 9, 1 + 7],
  ['it replaces the look-up by id', '{ attendeesByIds(ids: ["1", "2"]) { points } }', 2, 2],
  ['another look-up is a call', '{ attendee(by: { mobile: "1" }) { name } }', 1, 1],
  ['`activities` count by those that are served', '{ activities { tickets { name } } }', 2 + 20, 2],
  ['other lists count as ten', '{ activity { categories { children { id } } } }', 1 + 10 + 100, 1 + 10],
  ['content counts once an activity', '{ a: activity { tickets { id } } b: activity(id: 1001) { tickets { name } } }', 2 + 20, 1],
  ['each value of an argument that is sent is a list', '{ activity { a: goods(id: "1") { id } b: goods(id: "2") { id } } }', 1 + 20, 2],
  ['those that are no ids are one', '{ activity { a: goods(id: "x") { id } b: goods(id: "y") { id } } }', 1 + 20, 1],
  ['any other argument is not', '{ activity { a: formFields { name } b: formFields(includeHidden: true) { name } } }', 1 + 20, 1],
  [
    'equal fields of one object are one',
    '{ activity { attendees(first: 5) { nodes { id } } ...F } } fragment F on Activity { attendees(first: 5) { nodes { name } } }',
    7,
    1,
  ],
  ['the content of an article counts as an object', '{ activity { article(id: "1") { content } } }', 1 + 1 + 1, 1],
  [
    'the SDL counts as a hundred, for each alias of a fragment',
    '{ a: _service { ...F } b: _service { ...F } } fragment F on _Service { sdl x: sdl }',
    2 + 400,
    0,
  ],
  [
    'references count by their number',
    'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Attendee { name } } }',
    2,
    2,
    {
      r: [
        { __typename: 'Attendee', id: 'attendee:1001:1' },
        { __typename: 'Article', id: 'article:1001:2' },
      ],
    },
  ],
  ['a node is one of them', '{ node(id: "attendee:1001:1") { ... on Attendee { points } } }', 1, 1],
  ['what a directive omits is free', 'query ($a: Boolean!) { activity { id tickets @include(if: $a) { id } } }', 1, 0, { a: false }],
  [
    'so is what a directive without a value makes an error',
    'query ($a: Boolean = true) { activity { tickets @include(if: $a) { id } } }',
    1,
    0,
    { a: null },
  ],
  [
    'writes are calls, and the form',
    'mutation { a: addAttendees(input: { contact: { name: "A", mobile: "1" }, attendees: [] }) { registrations { attendee { name } } } }',
    1 + 10 + 10,
    1 + 1 + 1,
  ],
])('%s', (_, query, objects, calls, variables = {}) => {
  expect(validate(schema, parse(query))).toEqual([]);
  const { cost, upstreamCalls } = costOf(query, variables as Record<string, unknown>);
  expect({ objects: cost - 10 * upstreamCalls, calls: upstreamCalls }).toEqual({ objects, calls });
});

test.each([
  ['fields', '{ activity { categories { id } } }', { maxDepth: 3, maxAliases: 0, maxRootFields: 1 }],
  [
    'aliases, each once as it is written',
    '{ a: activity { ...F } b: activity { ...F } } fragment F on Activity { x: id }',
    { maxDepth: 2, maxAliases: 3, maxRootFields: 2 },
  ],
  ['nothing that a directive omits', '{ activity { id categories @skip(if: true) { x: id } } }', { maxDepth: 2, maxAliases: 0 }],
  [
    'introspection by its aliases only',
    '{ a: __schema { types { name } } __typename }',
    { maxDepth: 1, maxAliases: 1, maxCost: 0, maxRootFields: 2 },
  ],
])('depth, aliases and root fields count %s', (_, query, counts) => {
  measuring(schema, counts)(query);
  for (const [limit, count] of Object.entries(counts))
    expect(() => measuring(schema, { [limit]: count - 1 })(query)).toThrow(`the maximum is ${count - 1}, the count ${count}`);
});

test.each(['constructor', 'toString', '__proto__'])('a variable may have the name %s of a property that every object inherits', (name) => {
  const page = (variable: string) => `query ($${variable}: Int = 50) { activity { attendees(first: $${variable}) { nodes { id } } } }`;
  expect(costOf(page(name)).cost).toBe(costOf(page('n')).cost);
  expect(costOf(page(name), JSON.parse(`{ "${name}": 10 }`) as Record<string, unknown>).cost).toBe(costOf(page('n'), { n: 10 }).cost);
});

test('an error that is not of the operation is never counted as an empty selection', () => {
  const failed = () => {
    throw new RangeError('Maximum call stack size exceeded');
  };
  expect(() => countFields({ schema, fragments: {}, root: failed, dependsOnVariables: false }, Infinity)).toThrow(RangeError);
});

test('lists that multiply beyond all numbers exceed every limit', () => {
  const nested = '{ activity { categories { '.concat('children { '.repeat(320), 'id ', '} '.repeat(322), '}');
  const { cost, upstreamCalls } = costOf(nested);
  expect(Number.isFinite(cost) && Number.isFinite(upstreamCalls)).toBe(true);
  expect(cost).toBeGreaterThan(2 ** 50);
});

describe('limits', () => {
  const limits = { maxDepth: 99, maxCost: 500, maxAliases: 99, maxRootFields: 99, maxUpstreamCalls: 999 };
  test('the error of a small limit states what the operation costs', () => {
    const query = '{ activity { attendees(first: 70) { nodes { id name mobile email company orderNumber review { state } } } } }';
    expect(() => measuring(schema, { ...limits, maxCost: 1 })(query)).toThrow('the maximum is 1, the count 152');
  });

  test('fragments that multiply the fields are refused before they are all compiled', () => {
    const spread = (index: number) =>
      `fragment F${index} on Category { a: children { ...F${index + 1} } b: children { ...F${index + 1} } }`;
    const fragments = times(60, (index) => spread(index)).join(' ');
    const query = `{ activity { categories { ...F0 } } } ${fragments} fragment F60 on Category { id }`;
    expect(() => measuring(schema, limits)(query)).toThrow('MAX_COST');
  });

  const categories = (levels: number) => 'categories { children { '.concat('children { '.repeat(levels - 2), 'id ', '} '.repeat(levels));
  test.each([
    ['ids beyond MAX_COST', '', 501],
    ['ids behind 50,000 objects', `activity { ${categories(5)} }`, 1],
  ])('%s are refused before one of them is read', (_, before, length) => {
    const readId = jest.fn();
    const operation = prepared(schema, `query ($ids: [ID!]!) { ${before} attendeesByIds(ids: $ids) { id } }`, limits);
    expect(() => operation.planWithinLimits({ ids: times(length, () => Object.defineProperty({}, 'id', { get: readId })) })).toThrow(
      'MAX_COST',
    );
    expect(readId).not.toHaveBeenCalled();
  });
});
