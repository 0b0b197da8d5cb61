/* The type policies for Apollo Client that `npm run types` writes. `npm run types:check` compares the committed ones. */

import { buildSchema } from 'graphql';
import { typePoliciesOf } from '../../tools/clients/client-schema.js';

const text = typePoliciesOf(
  buildSchema(`
    type Query { rooms: [Room!]! sponsors: [Sponsor!] }
    type Mutation { book: BookPayload }
    interface Place { id: ID! }
    type Room implements Place { id: ID! names: [String!]! next: [Room!] prices: [Price] page: RoomConnection }
    type Hall implements Place { id: ID! }
    type Sponsor { name: String }
    type Price { amount: Int, parts: [Price!]! }
    type RoomConnection { nodes: [Room!] pageInfo: PageInfo }
    type PageInfo { endCursor: String }
    type BookPayload { errors: [BookError!]! }
    type BookError { message: String }
  `),
);
const rowsOf = (name: string) => new RegExp(`${name}[^=]*= {\n(.*?)\n}`, 's').exec(text)![1]!.split('\n');

test('objects without id are merged, and lists of them item by item, except that the errors of a payload replace the earlier ones', () => {
  expect(rowsOf('typePolicies')).toEqual([
    '  BookError: merged,',
    '  BookPayload: merged,',
    '  PageInfo: pageInfo,',
    '  Price: { ...merged, fields: { parts: itemByItem } },',
    '  Query: { fields: { sponsors: itemByItem } },',
    '  Room: { fields: { prices: itemByItem } },',
    '  RoomConnection: merged,',
    '  Sponsor: merged,',
  ]);
});

test('`possibleTypes` has every interface with its types', () => {
  expect(rowsOf('possibleTypes')).toEqual(["  Place: ['Hall', 'Room'],"]);
});
