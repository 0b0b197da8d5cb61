/*
 * The objects that a field returns decide how many calls the fields below it take: one for each object, and one for the same objects.
 */

import type { GraphQLObjectType } from 'graphql';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import { measuring } from '../../support/measured.js';

const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true });
const costOf = measuring(schema);
const planned = (query: string, variables?: Readonly<Record<string, unknown>>) => costOf(query, variables).upstreamCalls;

afterEach(() => jest.restoreAllMocks());

test.each([
  ['{ activities { attendee(by: { mobile: "10000700002" }) { name } } }', 10],
  ['{ activities { attendee(by: { id: "700001" }) { name } } }', 10],
  ['{ activities { attendee(by: { id: "attendee:1001:700001" }) { name } } }', 1],
  ['{ activities { tickets { name } } activity { tickets { id } } }', 10],
  ['{ activities { attendees(first: 2) { nodes { points } } } }', 30],
])('%s plans %i calls: a list of unknown length counts as ten', (query, calls) => {
  expect(planned(query)).toBe(calls);
});

test.each([
  [
    'the activity of attendees is the one that they were read from',
    '{ activity { tickets { name } attendees { nodes { activity { tickets { id } } } } } }',
    2,
  ],
  [
    'attendees of two activities lead to two activities',
    '{ attendeesByIds(ids: ["attendee:1001:1", "attendee:1002:1"]) { activity { tickets { id } } } }',
    4,
  ],
  [
    'a check-in event belongs to the activity of its subscription',
    'subscription { checkIns(activityId: "1001") { attendee { activity { tickets { id } } } } }',
    2,
  ],
  [
    'a lookup at check-in belongs to the activity of its input',
    '{ checkInLookup(input: { activityId: "1002", token: "t" }) { attendee { activity { tickets { id } } } } }',
    3,
  ],
  [
    'the activities of the attendees of ten activities are these ten again',
    '{ activities { attendees(first: 2) { nodes { activity { attendees(first: 3) { nodes { points } } } } } } }',
    10 + 10 + 10 * 3,
  ],
  ['a page has as many attendees as its argument states', '{ activity { attendees(first: 3) { nodes { points } } } }', 4],
])('the plan counts the calls for the objects that a field returns: %s', (_, query, calls) => {
  expect(planned(query)).toBe(calls);
});

test('attendees of sixty activities are planned as sixty activities, although the plan does not distinguish so many', () => {
  const ids = Array.from({ length: 60 }, (_, index) => `attendee:${index + 1}:7`);
  const query = 'query ($ids: [ID!]!) { attendeesByIds(ids: $ids) { activity { attendees(first: 3) { nodes { points } } } } }';
  expect(planned(query, { ids })).toBe(60 + 60 + 60 * 3);
});

test('children of the same categories are planned once, children of others separately', () => {
  expect(planned('{ activity { categories { a: children { name } b: children { id } } x: categories { children { name } } } }')).toBe(11);
  expect(planned('{ activity { categories { children { name } } x: categories(parentId: "5") { children { name } } } }')).toBe(22);
});

test('fragments that spread each other are measured once for equal objects', () => {
  const chain = Array.from(
    { length: 40 },
    (_, i) =>
      `fragment F${i} on Activity {
        a: attendees(first: 1) { nodes { activity { ...F${i + 1} } } }
        b: attendees(first: 2) { nodes { activity { ...F${i + 1} } } }
      }`,
  ).join(' ');
  const activity = schema.getType('Activity') as GraphQLObjectType;
  const fields = activity.getFields();
  // Each measured field of an activity looks itself up. Throws, because 2 ** 40 lookups would never end.
  let lookups = 0;
  jest.spyOn(activity, 'getFields').mockImplementation(() => {
    lookups += 1;
    if (lookups > 1_000) throw new Error('The fragments are measured again and again.');
    return fields;
  });
  expect(costOf(`{ activity { ...F0 } } ${chain} fragment F40 on Activity { tickets { id } }`).cost).toBeGreaterThan(5_000);
  expect(lookups).toBeGreaterThanOrEqual(2 * 40);
});

test('a long list in the arguments of many fields is read once', () => {
  let reads = 0;
  const ids = new Proxy(
    Array.from({ length: 20_000 }, (_, i) => `attendee:${i + 1}:${i + 1}`),
    {
      get(target, property, receiver): unknown {
        if (typeof property === 'string' && /^\d+$/.test(property)) reads += 1;
        return Reflect.get(target, property, receiver);
      },
    },
  );
  const fields = Array.from({ length: 100 }, (_, i) => `a${i}: attendeesByIds(ids: $ids) { activity { tickets { id } } points }`).join(' ');
  expect(planned(`query ($ids: [ID!]!) { ${fields} }`, { ids })).toBeGreaterThanOrEqual(20_000);
  expect(reads).toBe(ids.length);
});
