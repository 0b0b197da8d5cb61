/* The rows that a field must have, for nouns that the documented interface lacks. */

import { buildSchema } from 'graphql';
import { assertCostRows } from '../../../src/graph/cost/assert-cost-rows.js';
import { setCostRows, type FieldCost } from '../../../src/graph/cost/cost-rows.js';
import { costTable } from '../../../src/graph/cost/cost-table.js';

test.each(['weather', 'constructor', 'toString'])('a schema whose field %s has a resolver but no cost row does not start', (name) => {
  const wrong = buildSchema(`type Query { activity(id: ID): Activity } type Activity { ${name}: String }`);
  setCostRows(wrong, costTable);
  const { activity } = wrong.getQueryType()!.getFields();
  activity!.resolve = () => ({});
  expect(() => assertCostRows(wrong)).not.toThrow();
  (activity!.type as never as { getFields(): Record<string, { resolve: () => string }> }).getFields()[name]!.resolve = () => 'rain';
  expect(() => assertCostRows(wrong)).toThrow(`Activity.${name} has a resolver but no cost row`);
});

test('a resolver stops the start of a schema that has no cost table', () => {
  const bare = buildSchema('type Query { activity: String }');
  bare.getQueryType()!.getFields()['activity']!.resolve = () => 'Congress';
  expect(costTable.has('Query.activity')).toBe(true);
  expect(() => assertCostRows(bare)).toThrow('Query.activity has a resolver but no cost row');
});

test('a field that reads a property needs no cost row', () => {
  expect(costTable.has('Attendee.name')).toBe(false);
  expect(() => assertCostRows(buildSchema('type Query { name: String }'))).not.toThrow();
});

/** A schema of another noun than the documented ones, with its cost rows. */
function shop(rows: Readonly<Record<string, FieldCost>>) {
  const shopSchema = buildSchema(`
    type Query { orders(first: Int = 20, after: String): OrderPage ordersByIds(ids: [ID!]!): [Order] newest: [Order] order(number: Int): Order }
    type OrderPage { nodes: [Order] totalCount: Int }
    type Order { id: ID tags: [String] }`);
  setCostRows(shopSchema, new Map(Object.entries(rows)));
  return shopSchema;
}
const shopRows = {
  'Query.orders': { reads: { kind: 'none' }, size: { pageOf: 'first' } },
  'Query.ordersByIds': { reads: { kind: 'none' }, size: { itemsOf: 'ids' } },
  'Query.newest': { reads: { kind: 'none' }, size: 'assumed' },
  'Query.order': { reads: { kind: 'none' }, size: 'assumed' },
  'OrderPage.nodes': { reads: { kind: 'none' }, size: 'page' },
} as const satisfies Record<string, FieldCost>;

test('a schema whose rows fit its fields starts', () => {
  expect(() => assertCostRows(shop(shopRows))).not.toThrow();
});

const unsized: FieldCost = { reads: { kind: 'none' } };
test.each<[why: string, coordinate: string, row: FieldCost, message: string]>([
  ['a page without a size', 'Query.orders', unsized, 'Query.orders returns a list or has an argument that may be a length'],
  ['a list by ids without a size', 'Query.ordersByIds', unsized, 'Query.ordersByIds returns a list or has an argument'],
  ['a list without a size', 'Query.newest', unsized, 'Query.newest returns a list or has an argument'],
  ['an argument that may be a length', 'Query.order', unsized, 'Query.order returns a list or has an argument'],
  ['a page whose list has no size', 'OrderPage.nodes', unsized, 'OrderPage.nodes needs a cost row with a `size`'],
  ['an argument that does not exist', 'Query.orders', { ...unsized, size: { pageOf: 'last' } }, 'Query.orders has no argument last'],
  ['a page without a list', 'Query.order', { ...unsized, size: { pageOf: 'number' } }, 'Order has no list of objects'],
])('a schema does not start with %s', (_, coordinate, row, message) => {
  expect(() => assertCostRows(shop({ ...shopRows, [coordinate]: row }))).toThrow(message);
});
