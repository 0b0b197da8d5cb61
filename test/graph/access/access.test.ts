/* What types and fields have to state of access, and what those of the program state. What callers lack without a scope: test/access. */

import { buildSchema, getNamedType, isAbstractType, isObjectType, type GraphQLNamedType, type GraphQLSchema } from 'graphql';
import { accessOf, concernsPeople, containedIn, resolveAccess, stateAccess, typeAccessOf } from '../../../src/graph/access/access.js';
import { isEntityType, objectFieldsOf, objectTypesOf } from '../../../src/graph/type-names.js';
import { isPersonalScope } from '../../../src/records/caller.js';
import { scopesOf } from '../../../src/records/record-access.js';
import { schemaWith } from '../../support/schemas.js';

type Statement = Parameters<typeof stateAccess>[1];
const open: Statement = { scope: 'public', people: 'none' };
const personal: Statement = { scope: 'attendees:read', people: 'none' };

/** Resolves the access of a schema, whose types and fields state what is given by coordinate. */
function resolved(sdl: string, statements: Readonly<Record<string, Statement>>): GraphQLSchema {
  const schema = buildSchema(sdl);
  for (const [coordinate, statement] of Object.entries(statements)) {
    const [typeName, fieldName] = coordinate.split('.');
    const type = schema.getType(typeName!);
    stateAccess(isObjectType(type) && fieldName ? type.getFields()[fieldName]! : type!, statement);
  }
  resolveAccess(schema);
  return schema;
}

const badge = 'type Query { badge: Badge } type Badge { id: ID! name: String }';
const ofQuery = { 'Query.badge': { scope: 'attendees:read' } } as const;
const described = { scope: 'attendees:read', people: 'described', self: 'self:read' } as const;
const things = (thing: string) => `type Query { things: [Thing] } type Safe { id: ID } type Key { teeth: Int } ${thing}`;
const ownSafe = 'type Query { safe: Safe } type Safe { key: Key } type Key { teeth: Int }';
const self = { ...open, self: 'self:read' } as const;

test.each<[what: string, sdl: string, statements: Readonly<Record<string, Statement>>, message: string]>([
  ['a type that states nothing', badge, ofQuery, 'The type Badge does not state who may read it.'],
  ['a field of Query that states nothing', badge, { Badge: open }, 'Query.badge does not state who may read it.'],
  [
    'a field of a person that does not state whether it identifies or describes that person',
    badge,
    { ...ofQuery, Badge: described, 'Badge.id': { person: 'identified' } },
    "Badge.name does not state whether it identifies or describes the person. Add { person: 'identified' } or { person: 'described' }.",
  ],
  [
    'a field that must not be null although it requires a scope beyond its object',
    badge,
    { ...ofQuery, Badge: open, 'Badge.id': { scope: 'attendees:pii' } },
    'Badge.id requires attendees:pii, but its object does not, so the field must be nullable.',
  ],
  [
    'a field that does not require the scope of what it returns',
    badge,
    { Badge: personal, 'Query.badge': { scope: 'content:read' } },
    'Query.badge returns Badge, which requires attendees:read, so it must require it too.',
  ],
  ...['union Thing = Key | Safe', 'interface Thing { made: Int } extend type Key implements Thing { made: Int }'].map(
    (thing): [string, string, Record<string, Statement>, string] => [
      `a field that does not require the scope of one of the objects that it may return, ${thing.split(' ')[0]}`,
      things(thing),
      { Safe: open, Key: personal, 'Query.things': { scope: 'public' } },
      'Query.things returns Key, which requires attendees:read, so it must require it too.',
    ],
  ),
  [
    "a field of the caller's own object that leads to objects of others",
    ownSafe,
    { 'Query.safe': { scope: 'public' }, Safe: self, 'Safe.key': { scope: 'attendees:read' }, Key: personal },
    'Safe.key is open to self:read, but it returns Key, whose own objects require no such scope.',
  ],
])('a schema with %s does not start', (_what, sdl, statements, message) => {
  expect(() => resolved(sdl, statements)).toThrow(message);
});

test('a field that states no scope takes the one of its type', () => {
  const { id, name } = fieldsOf(resolved(badge, { ...ofQuery, Badge: personal, 'Badge.name': { scope: 'content:meeting' } }), 'Badge');
  expect(accessOf(id!)).toMatchObject({ scopes: ['attendees:read'], checked: [], self: null });
  expect(accessOf(name!)).toMatchObject({ scopes: ['content:meeting'], checked: ['content:meeting'], self: null });
});

test("the scope of the caller's own record opens each field, unless the field states another one", () => {
  const name = { scope: 'attendees:pii', person: 'described', self: 'self:register' } as const;
  const fields = fieldsOf(
    resolved(badge, { ...ofQuery, Badge: described, 'Badge.id': { person: 'identified' }, 'Badge.name': name }),
    'Badge',
  );
  expect(accessOf(fields['id']!)).toMatchObject({ self: 'self:read', identifies: true });
  expect(accessOf(fields['name']!)).toMatchObject({ self: 'self:register', identifies: false });
});

function fieldsOf(schema: GraphQLSchema, typeName: string) {
  const type = schema.getType(typeName);
  return isObjectType(type) ? type.getFields() : {};
}

describe('people in the schema of the program, so that every read of them is audited, with their number', () => {
  const schema = schemaWith({ relayNode: true });
  const types = objectTypesOf(schema);
  const fields = objectFieldsOf(schema).map(({ type, field }) => ({ type, field, access: accessOf(field)! }));
  const peopleOf = (type: GraphQLNamedType) => typeAccessOf(type)?.people ?? 'none';
  const isAlternative = (type: GraphQLNamedType) =>
    Object.values(schema.getTypeMap()).some((other) => isAbstractType(other) && isObjectType(type) && schema.isSubType(other, type));

  test('what requires a scope for personal data describes people, or leads to what does', () => {
    const impersonal = types.filter((type) => peopleOf(type) === 'none');
    expect(impersonal.filter((type) => scopesOf(typeAccessOf(type)!.scope).some(isPersonalScope))).toEqual([]);
    const ofImpersonal = fields.filter(({ type, access }) => impersonal.includes(type) && access.scopes.some(isPersonalScope));
    expect(ofImpersonal.length).toBeGreaterThan(3);
    expect(
      ofImpersonal.filter(({ field }) => peopleOf(getNamedType(field.type)) === 'none').map(({ access }) => access.coordinate),
    ).toEqual([]);
  });

  test('what an audit entry of its parent covers is part of a person, or of the result of a write', () => {
    const covered = fields.filter(({ field }) => peopleOf(getNamedType(field.type)) === 'covered by parent');
    const uncovered = covered.filter(
      ({ type }) => type !== schema.getMutationType() && (peopleOf(type) === 'none' || containedIn(type) !== null),
    );
    expect(covered.length).toBeGreaterThan(5);
    expect(uncovered.map(({ access }) => access.coordinate)).toEqual([]);
  });

  test('a type that contains people names the field, which is a property of objects that describe people', () => {
    const containers = types.filter((type) => containedIn(type) !== null);
    expect(containers.map(({ name }) => name)).toEqual(['AttendeeConnection', 'AttendeeEdge']);
    for (const container of containers) {
      const field = container.getFields()[containedIn(container)!]!;
      expect([field.resolve, peopleOf(getNamedType(field.type)), isAlternative(container)]).toEqual([undefined, 'described', false]);
    }
  });

  test('a type of people that an interface or a union has is an entity, whose kind distinguishes its records from others', () => {
    const alternatives = types.filter((type) => concernsPeople(type) && isAlternative(type));
    expect(alternatives.map(({ name }) => name)).toEqual(['Attendee']);
    expect(alternatives.every(isEntityType)).toBe(true);
  });
});
