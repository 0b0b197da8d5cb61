/* The rows that a field must have, and what they count, for nouns that the documented interface lacks. */

import { buildSchema, parse, type OperationDefinitionNode } from 'graphql';
import { checkCostRows } from '../../../src/graph/cost/check-cost-rows.js';
import type { ContentReads, FieldCost } from '../../../src/graph/cost/cost-rows.js';
import { costTable, setCosts } from '../../../src/graph/cost/cost-table.js';
import { operationCost } from '../../../src/graph/cost/operation-cost.js';

test.each(['weather', 'constructor', 'toString'])('a schema whose field %s has a resolver but no cost row does not start', (name) => {
  const wrong = buildSchema(`type Query { activity: Activity } type Activity { ${name}: String }`);
  const { activity } = wrong.getQueryType()!.getFields();
  activity!.resolve = () => ({});
  expect(() => checkCostRows(wrong)).not.toThrow();
  (activity!.type as never as { getFields(): Record<string, { resolve: () => string }> }).getFields()[name]!.resolve = () => 'rain';
  expect(() => checkCostRows(wrong)).toThrow(`Activity.${name} has a resolver but no cost row`);
});

test('a field that reads a property needs no cost row', () => {
  expect(costTable.has('Attendee.name')).toBe(false);
  expect(() => checkCostRows(buildSchema('type Query { name: String }'))).not.toThrow();
});

/** A schema of another noun than the documented ones, with its cost rows. */
function shop(rows: Readonly<Record<string, FieldCost>>) {
  const shopSchema = buildSchema(`
    type Query { orders(first: Int = 20, after: String): OrderPage ordersByIds(ids: [ID!]!): [Order] newest: [Order] order(number: Int): Order }
    type OrderPage { nodes: [Order] totalCount: Int }
    type Order { id: ID tags: [String] }`);
  setCosts(shopSchema, new Map(Object.entries(rows)));
  return shopSchema;
}
const shopRows = {
  'Query.orders': { reads: 'none', calls: 0, size: { pageOf: 'first' } },
  'Query.ordersByIds': { reads: 'none', calls: 0, size: { itemsOf: 'ids' } },
  'Query.newest': { reads: 'none', calls: 0, size: 'assumed' },
  'Query.order': { reads: 'none', calls: 0, size: 'assumed' },
  'OrderPage.nodes': { reads: 'none', calls: 0, size: 'page' },
} as const satisfies Record<string, FieldCost>;

test.each([
  ['a page', '{ orders(first: 70) { nodes { id } } }', 1 + 70],
  ['a page by default', '{ orders { nodes { id } } }', 1 + 20],
  ['a list by ids', '{ ordersByIds(ids: ["1", "2", "3"]) { id } }', 3],
  ['a list without a stated length', '{ newest { id } }', 10],
  ['an object', '{ order(number: 7) { id tags } }', 1],
])('the cost row states the number of objects of %s, whatever the names of the fields', (_, query, cost) => {
  const shopSchema = shop(shopRows);
  const document = parse(query);
  expect(() => checkCostRows(shopSchema)).not.toThrow();
  expect(
    operationCost(document, document.definitions[0] as OperationDefinitionNode, {}, { schema: shopSchema, maxPageSize: 100 }).cost,
  ).toBe(cost);
});

const unsized: FieldCost = { reads: 'none', calls: 0 };
test.each<[why: string, coordinate: string, row: FieldCost, message: string]>([
  ['a page without a size', 'Query.orders', unsized, 'Query.orders returns a list or has an argument that may be a length'],
  ['a list by ids without a size', 'Query.ordersByIds', unsized, 'Query.ordersByIds returns a list or has an argument'],
  ['a list without a size', 'Query.newest', unsized, 'Query.newest returns a list or has an argument'],
  ['an argument that may be a length', 'Query.order', unsized, 'Query.order returns a list or has an argument'],
  ['a page whose list has no size', 'OrderPage.nodes', unsized, 'OrderPage.nodes needs a cost row with a `size`'],
  ['an argument that does not exist', 'Query.orders', { ...unsized, size: { pageOf: 'last' } }, 'Query.orders has no argument last'],
  ['a page without a list', 'Query.order', { ...unsized, size: { pageOf: 'number' } }, 'Order has no list of objects'],
])('a schema does not start with %s', (_, coordinate, row, message) => {
  expect(() => checkCostRows(shop({ ...shopRows, [coordinate]: row }))).toThrow(message);
});

/** A schema whose field reads content and has the arguments `floor` and `sort`. */
function venues(reads: Omit<ContentReads, 'content'>) {
  const venueSchema = buildSchema('type Query { venues(floor: Int, sort: String): [Venue] } type Venue { name: String }');
  setCosts(venueSchema, new Map([['Query.venues', { reads: { content: 'goods', ...reads }, calls: 1, size: 'assumed' }]]));
  return venueSchema;
}
const venueArguments = { input: { floor: 'floor' }, filters: ['sort'] };

test.each<[why: string, reads: Omit<ContentReads, 'content'>, message: string]>([
  ['has no row', { filters: ['sort'] }, 'Query.venues has the argument floor, which its cost row does not name'],
  ['only the row has', { ...venueArguments, filters: ['sort', 'by'] }, 'Query.venues has no argument by, which its cost row names'],
])('a schema does not start with an argument of content that %s', (_, reads, message) => {
  expect(() => checkCostRows(venues(venueArguments))).not.toThrow();
  expect(() => checkCostRows(venues(reads))).toThrow(message);
});

test.each([
  ['{ a: venues(floor: 1) { name } b: venues(floor: 2) { name } c: venues { name } }', 3],
  ['{ a: venues(floor: 1) { name } b: venues(floor: 1, sort: "name") { name } }', 1],
  ['query ($a: Int = 1, $b: Int = 2) { a: venues(floor: $a) { name } b: venues(floor: $b) { name } c: venues(floor: 1) { name } }', 2],
])('%s plans %i calls: each value of an argument that is sent is one', (query, calls) => {
  const document = parse(query);
  const measured = operationCost(
    document,
    document.definitions[0] as OperationDefinitionNode,
    {},
    { schema: venues(venueArguments), maxPageSize: 100 },
  );
  expect(measured.upstreamCalls).toBe(calls);
});
