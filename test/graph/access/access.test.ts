/* What a type and its fields have to state, and what follows where they state nothing. */

import { buildSchema, type GraphQLObjectType } from 'graphql';
import { statedRows } from '../../../src/graph/access/access.js';

/** The rows of a badge, whose type and fields state what is given. */
function rowsOfBadge(ofType: object | undefined, ofFields: Readonly<Record<string, object>> = {}, ofQuery: object = { scope: 'public' }) {
  const schema = buildSchema('type Query { badge: Badge } type Badge { id: ID name: String }');
  const badge = schema.getType('Badge') as GraphQLObjectType;
  const state = (of: { extensions: object }, access: object | undefined) => (of.extensions = access ? { eventGraphAccess: access } : {});
  state(badge, ofType);
  state(schema.getQueryType()!.getFields()['badge']!, ofQuery);
  for (const [name, access] of Object.entries(ofFields)) state(badge.getFields()[name]!, access);
  return () => statedRows(schema).get('Badge');
}

const described = { scope: 'attendees:read', people: 'described', self: 'self:read' };
const id = { person: 'identified' };

test.each([
  ['a type that states nothing', rowsOfBadge(undefined), 'The type Badge does not state who may read it.'],
  ['a field of Query that states nothing', rowsOfBadge({ scope: 'public', people: 'none' }, {}, {}), 'Query.badge does not state'],
  [
    'a field of a record about a person that does not state what it says of it',
    rowsOfBadge(described, { id }),
    "Badge.name does not state what it says of a person. Add { person: 'identified' } or { person: 'described' }.",
  ],
])('%s ends the start', (_what, rows, message) => {
  expect(rows).toThrow(message);
});

test('a field that states no scope takes the one of its type', () => {
  expect(rowsOfBadge({ scope: 'content:read', people: 'none' }, { name: { scope: 'content:meeting' } })()).toEqual({
    object: 'content:read',
    people: 'none',
    fields: { id: 'content:read', name: 'content:meeting' },
  });
});

test("the scope of the caller's own record opens each field that does not refuse it", () => {
  const name = { scope: 'attendees:pii', person: 'described', self: false };
  expect(rowsOfBadge(described, { id, name })()).toEqual({
    object: 'attendees:read',
    people: { identifiedBy: ['id'] },
    self: 'self:read',
    fields: { id: { scope: 'attendees:read', self: true }, name: { scope: 'attendees:pii', self: false } },
  });
});
