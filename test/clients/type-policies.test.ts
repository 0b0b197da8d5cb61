/* The type policies for Apollo Client that `npm run schema` writes. */

import { buildSchema } from 'graphql';
import { typePoliciesOf } from '../../tools/schema/type-policies.js';

const text = typePoliciesOf(
  buildSchema(`
    type Query { rooms: [Room!]! sponsors: [Sponsor!] room(id: ID!): Room guest(by: GuestLookup!, activityId: ID): Guest best: Room }
    input GuestLookup @oneOf { id: ID mobile: String }
    type Mutation { book(id: ID!): BookPayload free(id: ID!): Room }
    interface Place { id: ID! }
    type Room implements Place { id: ID! names: [String!]! next: [Room!] prices: [Price] attendees(after: String): AttendeeConnection }
    type Hall implements Place { id: ID! }
    type Guest { id: ID! }
    type Sponsor { name: String }
    type Price { amount: Int, parts: [Price!]! }
    type AttendeeConnection { nodes: [Guest!] pageInfo: PageInfo }
    type PageInfo { endCursor: String }
    type BookPayload { errors: [BookError!]! }
    type BookError { message: String }
  `),
);
const rowsOf = (beginning: string) =>
  text
    .slice(text.indexOf(beginning) + beginning.length)
    .split(/\n *\}/, 1)[0]!
    .trim()
    .split(/\n */);

test('objects without id are merged, lists of them item by item; pages are one list; records are read by id', () => {
  expect(rowsOf('return {')).toEqual([
    'AttendeeConnection: merged,',
    'BookError: merged,',
    'BookPayload: merged,',
    'PageInfo: pageInfo,',
    'Price: { ...merged, fields: { parts: itemByItem } },',
    "Query: { fields: { sponsors: itemByItem, room: recordOf(`${prefix}Room`, 'room'), guest: recordOf(`${prefix}Guest`, 'guest') } },",
    'Room: { fields: { prices: itemByItem, attendees: attendeePagesOf(prefix) } },',
    'Sponsor: merged,',
  ]);
});

test('`possibleTypes` has every interface with its types', () => {
  expect(rowsOf('Record<string, string[]> = {')).toEqual(["Place: ['Hall', 'Room'],"]);
});
