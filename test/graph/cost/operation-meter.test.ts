import { buildSchema } from 'graphql';
import { setCostRows, type FieldCost } from '../../../src/graph/cost/cost-rows.js';
import { measuring } from '../../support/measured.js';

/** A schema of another noun than the documented ones, whose fields make no calls. */
const shop = buildSchema(`
  type Query { orders(first: Int = 20): OrderPage ordersByIds(ids: [ID!]!): [Order] newest: [Order] order(number: Int): Order }
  type OrderPage { nodes: [Order] totalCount: Int }
  type Order { id: ID tags: [String] letter: String next: Order }`);
const free = { reads: { kind: 'none' } } as const;
setCostRows(
  shop,
  new Map<string, FieldCost>([
    ['Query.orders', { ...free, size: { pageOf: 'first' } }],
    ['Query.ordersByIds', { ...free, size: { itemsOf: 'ids' } }],
    ['Query.newest', { ...free, size: 'assumed' }],
    ['Query.order', { ...free, size: 'assumed' }],
    ['OrderPage.nodes', { ...free, size: 'page' }],
    ['Order.letter', { ...free, weight: 3 }],
  ]),
);
const measure = measuring(shop);

test.each([
  ['a page', '{ orders(first: 70) { nodes { id } } }', 1 + 70],
  ['a page by default', '{ orders { nodes { id } } }', 1 + 20],
  ['a page beyond the maximum', '{ orders(first: 7000) { nodes { id } } }', 1 + 100],
  ['a list by ids', '{ ordersByIds(ids: ["1", "2", "3"]) { id } }', 3],
  ['a list without a stated length', '{ newest { id } }', 10],
  ['an object', '{ order(number: 7) { id tags } }', 1],
  ['objects in objects', '{ newest { next { next { id } } } }', 30],
  ['values that are expensive to resolve', '{ ordersByIds(ids: ["1", "2"]) { letter } }', 2 + 2 * 3],
])('the cost row states the number of objects of %s, whatever the names of the fields', (_, query, cost) => {
  expect(measure(query)).toMatchObject({ cost, upstreamCalls: 0 });
});

test.each([
  ['fields', '{ newest { next { id } } }', { depth: 3, aliases: 0, rootFields: 1 }],
  ['two fields on the first level', '{ a: newest { id } b: newest { id } }', { depth: 2, aliases: 2, rootFields: 2 }],
  [
    'a fragment, which counts where it is spread',
    '{ a: newest { ...F } newest { ...F } } fragment F on Order { x: id }',
    { depth: 2, aliases: 3 },
  ],
  ['a selection that a directive omits', '{ newest { id next @skip(if: true) { next { x: id } } } }', { depth: 2, aliases: 0 }],
  ['__typename, which is no level of its own', '{ newest { __typename } __typename }', { depth: 2, rootFields: 2 }],
  ['introspection, of which only aliases count', '{ a: __schema { types { name } } }', { depth: 0, aliases: 1, cost: 0 }],
])('depth, aliases and root fields are counted: %s', (_, query, measured) => {
  expect(measure(query)).toMatchObject(measured);
});
