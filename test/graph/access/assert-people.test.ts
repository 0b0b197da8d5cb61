import { buildSchema } from 'graphql';
import type { TypeAccess } from '../../../src/graph/access/access.js';
import { assertPeople } from '../../../src/graph/access/assert-people.js';
import { setAccessRows } from '../../../src/graph/access/schema-access.js';

const publicType: TypeAccess = { object: 'public', people: 'none', fields: { visitor: 'public', visits: 'public' } };
const visitorTypes = 'type Visits { number: Int latest: Visitor } type Visitor { id: ID name: String }';

/** Checks a schema whose type Visitor has the given rows. Visits.latest returns it, and the given fields of Query. */
function checkVisitor(
  visitor: Pick<TypeAccess, 'object' | 'people'>,
  {
    needed = {},
    visits = {},
    query = 'visitor: Visitor',
  }: { needed?: TypeAccess['fields']; visits?: Partial<TypeAccess>; query?: string } = {},
) {
  const rows = new Map<string, TypeAccess>([
    ['Query', publicType],
    ['Visits', { object: 'public', people: { containedIn: 'latest' }, fields: { number: 'public', latest: 'public' }, ...visits }],
    ['Visitor', { ...visitor, fields: { id: 'public', name: 'public', ...needed } }],
  ]);
  const visitors = buildSchema(`type Query { ${query} visits: Visits } ${visitorTypes}`);
  setAccessRows(visitors, rows);
  assertPeople(visitors);
}

test.each(['attendees:read', 'attendees:pii', 'attendees:write', 'checkin:read'] as const)(
  'a type that describes people, by %s, without saying what identifies it does not start',
  (scope) => {
    const message = 'requires a scope for personal data, but its type describes no person';
    expect(() => checkVisitor({ object: scope, people: 'none' })).toThrow(`Visitor ${message}`);
    expect(() => checkVisitor({ object: 'content:read', people: 'none' }, { needed: { name: scope } })).toThrow(`Visitor.name ${message}`);
    expect(() => checkVisitor({ object: scope, people: { identifiedBy: ['id'] } }, { needed: { name: scope } })).not.toThrow();
  },
);

test('a type whose people are covered by a parent does not start where the audit records no parent', () => {
  const part: Pick<TypeAccess, 'object' | 'people'> = { object: 'attendees:read', people: 'covered by parent' };
  expect(() => checkVisitor(part)).toThrow('Query.visitor returns Visitor');
  expect(() => checkVisitor(part, { query: '' })).toThrow('Visits.latest returns Visitor');
  expect(() => checkVisitor(part, { query: '', visits: { people: { identifiedBy: ['number'] } } })).not.toThrow();
});

test('a type that contains people states in which field, so that the audit can count them', () => {
  const person: Pick<TypeAccess, 'object' | 'people'> = { object: 'public', people: { identifiedBy: ['id'] } };
  const containedInField =
    (containedIn: string, query = 'visitor: Visitor') =>
    () =>
      checkVisitor(person, { query, visits: { people: { containedIn } } });
  expect(containedInField('latest')).not.toThrow();
  expect(containedInField('number')).toThrow('The access rows of Visits state that it contains people in number.');
  expect(containedInField('nodes')).toThrow('contains people in nodes');
});

test('a type of people that an interface or a union has is an entity, so that the audit can distinguish them from other records', () => {
  const schemaOf = (typeName: string) => {
    const schema = buildSchema(`
      type Query { found: Found }
      union Found = ${typeName} | Hall
      type ${typeName} { id: ID name: String }
      type Hall { id: ID }`);
    const fields = { id: 'public', name: 'public' } as const;
    setAccessRows(
      schema,
      new Map<string, TypeAccess>([
        ['Query', { object: 'public', people: 'none', fields: { found: 'public' } }],
        ['Hall', { object: 'public', people: 'none', fields }],
        [typeName, { object: 'public', people: { identifiedBy: ['id'] }, fields }],
      ]),
    );
    return () => assertPeople(schema);
  };
  expect(schemaOf('Attendee')).not.toThrow();
  expect(schemaOf('Speaker')).toThrow('Speaker describes people and belongs to an interface or a union');
});
