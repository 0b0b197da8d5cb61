import { buildSchema, isObjectType } from 'graphql';
import type { TypeAccess } from '../../../src/graph/access/access-rows.js';
import { describeScopes } from '../../../src/graph/access/describe-scopes.js';
import { setAccessRows } from '../../../src/graph/access/schema-access.js';

const rows: readonly (readonly [string, TypeAccess])[] = [
  ['Query', { object: 'public', people: 'none', fields: { venue: 'attendees:read', health: 'authenticated' } }],
  [
    'Venue',
    {
      object: 'attendees:read',
      people: 'none',
      self: 'self:read',
      fields: {
        name: { scope: 'attendees:read', self: true },
        mobile: { scope: 'attendees:pii', self: true },
        owner: { scope: ['attendees:pii', 'content:read'], self: false },
      },
    },
  ],
];

const schema = buildSchema(`
  type Query { "The venue." venue: Venue, health: String }
  "A place." type Venue { "Its name." name: String, mobile: String, "Who owns it." owner: String }
`);
setAccessRows(schema, new Map(rows));
describeScopes(schema);

function descriptionsOf(name: string) {
  const type = schema.getType(name);
  return isObjectType(type) ? Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, field.description])) : {};
}

test('a description states the scope of a type, and of a field that requires another one', () => {
  expect(schema.getType('Venue')!.description).toBe(
    "A place.\nRequires the scope `attendees:read`, or `self:read` for the caller's own record.",
  );
  expect(descriptionsOf('Venue')).toEqual({
    name: 'Its name.',
    mobile: "Requires the scope `attendees:pii`, or `self:read` for the caller's own record.",
    owner: 'Who owns it.\nRequires the scopes `attendees:pii` and `content:read`.',
  });
});

test('a scope to register or sign in oneself is described as one for a mobile number', () => {
  const mutation = buildSchema('type Query { a: Int } type Mutation { join: Int }');
  const join = { scope: 'self:register', narrow: () => null, expected: 'as mobile' } as const;
  setAccessRows(
    mutation,
    new Map<string, TypeAccess>([
      ['Query', { object: 'public', people: 'none', fields: { a: 'public' } }],
      ['Mutation', { object: 'public', people: 'none', fields: { join: 'attendees:write' }, selfUses: { join } }],
    ]),
  );
  describeScopes(mutation);
  expect(mutation.getMutationType()!.getFields()['join']!.description).toBe(
    "Requires the scope `attendees:write`, or `self:register` for the caller's own mobile number only.",
  );
});

test('a field that takes any credential states no scope', () => {
  expect(descriptionsOf('Query')).toEqual({ venue: 'The venue.\nRequires the scope `attendees:read`.', health: undefined });
});
