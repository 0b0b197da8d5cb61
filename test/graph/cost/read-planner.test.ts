/*
 * The calls that cost rows plan for nouns that the documented interface lacks: different activities, pages, fields and objects are different
 * calls. read-planner.graph.test.ts compares the plan of documented fields with the calls that they make.
 */

import { buildSchema } from 'graphql';
import { assertCostRows } from '../../../src/graph/cost/assert-cost-rows.js';
import { setCostRows, type FieldCost } from '../../../src/graph/cost/cost-rows.js';
import { measuring } from '../../support/measured.js';

const schema = buildSchema(`
  type Query {
    activity: Activity
    activities: [Activity]
    event(id: ID): Activity
    host(id: ID, activityId: ID): Attendee
    hosts(ids: [ID]): [Attendee]
    search(words: String): [Match]
    venues(activityId: ID, floor: Int, sort: String): [Venue]
    halls(activityId: ID): [Hall]
  }
  type Activity {
    orders(first: Int = 20, after: String, offset: Int, status: String): OrderPage
    refunds(first: Int = 20, after: String, offset: Int): OrderPage
    hall: Hall
    halls: [Hall]
    guest(id: ID): Attendee
    guests(ids: [ID]): [Attendee]
    people(first: Int = 20): AttendeePage
    news(words: String): [Match]
  }
  type AttendeePage { list: [AttendeeItem] }
  type AttendeeItem { person: Attendee }
  type Attendee { id: ID name: String points: Int }
  type Match { person: Attendee }
  type OrderPage { nodes: [Order] totalCount: Int }
  type Order { id: ID invoice: Invoice }
  type Invoice { id: ID }
  type Venue { name: String }
  type Hall { id: ID venues: [Venue] opening: String closing(day: Int): String }`);
const page: FieldCost = { reads: { kind: 'page', from: { after: Number, offset: Number } }, size: { pageOf: 'first' } };
const venues: FieldCost = { reads: { kind: 'content', list: 'goods', input: { floor: 'floor' }, filters: ['sort'] }, size: 'assumed' };
setCostRows(
  schema,
  new Map<string, FieldCost>([
    ['Query.activity', { reads: { kind: 'activities' } }],
    ['Query.activities', { reads: { kind: 'activities' }, size: 'assumed' }],
    ['Query.event', { reads: { kind: 'activities' }, activity: 'id' }],
    ['Query.host', { reads: { kind: 'lookup', of: 'attendee', id: 'id' }, activity: 'activityId' }],
    ['Query.hosts', { reads: { kind: 'lookup', of: 'attendee' }, size: { itemsOf: 'ids' } }],
    ['Query.search', { reads: { kind: 'callPerObject' }, size: 'assumed' }],
    ['Query.venues', { ...venues, activity: 'activityId' }],
    ['Query.halls', { reads: { kind: 'callPerObject' }, activity: 'activityId', size: 'assumed' }],
    ['Activity.orders', page],
    ['Activity.refunds', page],
    ['Activity.hall', { reads: { kind: 'none' } }],
    ['Activity.halls', { reads: { kind: 'none' }, size: 'assumed' }],
    ['Activity.guest', { reads: { kind: 'lookup', of: 'attendee', id: 'id' } }],
    ['Activity.guests', { reads: { kind: 'lookup', of: 'attendee' }, size: { itemsOf: 'ids' } }],
    ['Activity.people', { ...page, reads: { kind: 'page', from: {} } }],
    ['Activity.news', { reads: { kind: 'callPerObject' }, size: 'assumed' }],
    ['AttendeePage.list', { reads: { kind: 'pageEdges' }, size: 'page' }],
    ['AttendeeItem.person', { reads: { kind: 'pageItems' } }],
    ['Attendee.points', { reads: { kind: 'getOne' } }],
    ['Match.person', { reads: { kind: 'link', to: 'attendee' } }],
    ['OrderPage.nodes', { reads: { kind: 'none' }, size: 'page' }],
    ['OrderPage.totalCount', { reads: { kind: 'recordCount' } }],
    ['Order.invoice', { reads: { kind: 'callPerObject' } }],
    ['Hall.venues', { reads: { kind: 'content', list: 'goods' }, size: 'assumed' }],
    ['Hall.opening', { reads: { kind: 'callPerObject' } }],
    ['Hall.closing', { reads: { kind: 'callPerAlias' }, size: 'assumed' }],
  ]),
);
assertCostRows(schema);
const costOf = measuring(schema);
const planned = (query: string, variables?: Readonly<Record<string, unknown>>) => costOf(query, variables).upstreamCalls;
const ofActivity = (selection: string) => planned(`{ activity { ${selection} } }`);

test.each([
  ['the same page of one list, however it is named', 'a: orders { nodes { id } } b: orders(first: 20, offset: 0) { nodes { id } }', 1],
  ['two pages of one list', 'a: orders(offset: 20) { nodes { id } } b: orders(offset: 40) { nodes { id } }', 2],
  ['pages of two lengths', 'a: orders(first: 5) { nodes { id } } b: orders(first: 7) { nodes { id } }', 2],
  ['the same page of two lists', 'orders { nodes { id } } refunds { nodes { id } }', 2],
  ['the same page of two selections', 'a: orders(status: "paid") { nodes { id } } b: orders(status: "open") { nodes { id } }', 2],
  ['the number of records of one list', 'a: orders { totalCount } b: orders(first: 7, offset: 7) { totalCount }', 1],
  ['the number of records of two lists', 'orders { totalCount } refunds { totalCount }', 2],
  ['the numbers of two selections', 'a: orders(status: "paid") { totalCount } b: orders(status: "open") { totalCount }', 2],
  ['a page and the number of its records', 'orders { totalCount nodes { id } }', 1],
])('a plan of pages: %s', (_, selection, calls) => {
  expect(ofActivity(selection)).toBe(calls);
});

test('a page of each activity is a call of its own', () => {
  expect(planned('{ activities { orders { nodes { id } } } }')).toBe(10);
});

test.each([
  ['the records of a page', 'orders(first: 7) { nodes { invoice { id } } }', 1 + 7],
  [
    'the same page, selected twice',
    'a: orders(first: 7) { nodes { invoice { id } } } b: orders(first: 7) { nodes { invoice { id } } }',
    1 + 7,
  ],
  ['pages of two lists', 'orders(first: 7) { nodes { invoice { id } } } refunds(first: 7) { nodes { invoice { id } } }', 2 + 7 + 7],
  ['one object, under two aliases', 'hall { a: opening b: opening }', 1],
  ['each object of a list', 'halls { opening }', 10],
  ['two fields of an object', 'hall { opening closing }', 2],
])('a call per object is made once for equal fields of it: %s', (_, selection, calls) => {
  expect(ofActivity(selection)).toBe(calls);
});

test.each([
  ['one object', 'hall { closing }', 1],
  ['one object, under two aliases', 'hall { a: closing b: closing }', 2],
  ['each object of a list', 'halls { closing(day: 1) }', 10],
  ['two fields that return objects', 'hall { closing } halls { closing }', 11],
])('a call per alias is made for each object and each alias: %s', (_, selection, calls) => {
  expect(ofActivity(selection)).toBe(calls);
});

test.each<[calls: number, query: string]>([
  [3, '{ a: venues(floor: 1) { name } b: venues(floor: 2) { name } c: venues { name } }'],
  [1, '{ a: venues(floor: 1) { name } b: venues(floor: 1, sort: "name") { name } }'],
  [2, 'query ($a: Int = 1, $b: Int = 2) { a: venues(floor: $a) { name } b: venues(floor: $b) { name } c: venues(floor: 1) { name } }'],
])('content takes a call for each value of an argument that is sent, here %i: %s', (calls, query) => {
  expect(planned(query)).toBe(calls);
});

test.each<[calls: number, query: string]>([
  [1, '{ a: venues { name } b: venues(activityId: "1001") { name } c: venues(activityId: 1001) { name } }'],
  [2, '{ a: venues(activityId: "1001") { name } b: venues(activityId: "1002") { name } }'],
  [2, 'query ($a: ID = "1002") { a: venues(activityId: $a) { name } b: venues { name } }'],
])('content takes a call for each activity that an argument of Query names, here %i: %s', (calls, query) => {
  expect(planned(query)).toBe(calls);
});

test('content below the objects of a field belongs to the activity that its argument names', () => {
  expect(planned('{ halls(activityId: "1002") { venues { name } } venues(activityId: "1002") { name } }')).toBe(2);
  expect(costOf('query ($a: ID) { venues(activityId: $a, floor: 7) { name } }').contentReads!({ a: '1002' })).toEqual([
    { kind: 'goods', activityId: '1002', input: { floor: '7' } },
  ]);
});

test.each<[what: string, calls: number, query: string]>([
  [
    'share calls, whichever fields name them',
    1,
    '{ host(id: "7") { name } hosts(ids: ["8", "attendee:1001:9"]) { name } activity { guests(ids: ["6"]) { name } } }',
  ],
  ['are called for in each activity', 2, '{ host(id: "7", activityId: "1002") { name } hosts(ids: ["8", "attendee:1002:9"]) { name } }'],
  ['are called for in each of the activities that they are selected on', 10, '{ activities { guests(ids: ["7", "8"]) { name } } }'],
  ['of a global id are called for in the activity that it names', 1, '{ activities { guest(id: "attendee:1001:7") { name } } }'],
  [
    'take a call each, if a field is selected that only get-one returns',
    2,
    '{ host(id: "7") { points } hosts(ids: ["7", "8"]) { points } }',
  ],
  ['do not share a call with those that follow another read', 3, '{ search { person { name } } host(id: "7") { name } }'],
])('records by id %s', (_, calls, query) => {
  expect(planned(query)).toBe(calls);
});

test.each<[calls: number, selection: string]>([
  [1, 'people(first: 7) { list { person { name } } }'],
  [8, 'people(first: 7) { list { person { points } a: person { points } } }'],
  [2, 'news { person { name } }'],
  [11, 'news { person { points } }'],
  [4, 'news { person { name } } other: news(words: "b") { person { name } }'],
])('attendees that a page has, or that other records refer to: %i calls for %s', (calls, selection) => {
  expect(ofActivity(selection)).toBe(calls);
});

test('the default activity and the same one by its id are one object', () => {
  expect(planned('{ activity { hall { opening } } event(id: "1001") { hall { opening } } }')).toBe(1);
  expect(planned('{ activity { hall { opening } } event(id: "1002") { hall { opening } } }')).toBe(2);
});
