import { buildSchema, execute, parse, type GraphQLObjectType, type OperationDefinitionNode } from 'graphql';
import { type TypeAccess, fieldSelfAccess, setAccessRows } from '../../../src/graph/access/access.js';
import { enforceAccess, assertPeople } from '../../../src/graph/access/enforce-access.js';
import { EventLoopTurn } from '../../../src/graph/execution/event-loop-turn.js';
import { documentedAccess } from '../../../src/graph/types/declared-schema.js';
import { dataScopes, type SelfScope } from '../../../src/records/caller.js';
import { createExecute, createExecuteParsed } from '../../support/schemas.js';

const accessTable = documentedAccess();

const oneField = (type: string, field: string) => buildSchema(`type Query { id: ID } type ${type} { ${field}: ID! }`);

test.each([
  ['a field without a row', oneField('Attendee', 'shoeSize'), 'Attendee.shoeSize has no access row'],
  ['a field named like a member of every object', oneField('Attendee', 'constructor'), 'Attendee.constructor has no access row'],
  ['a type without rows', oneField('Visitor', 'id'), 'The type Visitor has no access rows'],
  [
    'a field that must not be null although it requires a scope beyond its object',
    oneField('Attendee', 'mobile'),
    'must be nullable. Make it nullable',
  ],
])('a schema with %s does not start', (_what, wrong, message) => {
  delete wrong.getQueryType()!.getFields()['id'];
  setAccessRows(wrong, accessTable);
  expect(() => enforceAccess(wrong)).toThrow(message);
});

test('a field of a type that self:* opens has no access row without a decision about self:*', () => {
  const rows = accessTable.get('FaceSync')!;
  const withNewField = new Map([['FaceSync', { ...rows, fields: { ...rows.fields, note: 'attendees:read' as const } }]]);
  expect(() => fieldSelfAccess('FaceSync', 'note', withNewField)).toThrow(
    'The access row of FaceSync.note must state whether self:read opens it: { scope: …, self: true }.',
  );
});

/** A schema of which a safe has a key, with the given rows of the safe and of its key. */
function safe(ofSafe: Partial<TypeAccess>, ofKey: Partial<TypeAccess>) {
  const schema = buildSchema('type Query { safe: Safe } type Safe { key: Key } type Key { teeth: Int }');
  setAccessRows(
    schema,
    new Map<string, TypeAccess>([
      ['Query', { object: 'public', people: 'none', fields: { safe: 'public' } }],
      ['Safe', { object: 'public', people: 'none', fields: { key: 'attendees:read' }, ...ofSafe }],
      ['Key', { object: 'attendees:read', people: 'none', fields: { teeth: 'attendees:read' }, ...ofKey }],
    ]),
  );
  return () => enforceAccess(schema);
}

test('a field requires the scope of the objects that it returns, or the schema does not start', () => {
  expect(safe({}, {})).not.toThrow();
  expect(safe({ fields: { key: 'content:read' } }, {})).toThrow(
    'Safe.key returns Key, which requires attendees:read, so its access row must require it too.',
  );
});

test.each(['union Thing = Key | Safe', 'interface Thing { made: Int } extend type Key implements Thing { made: Int }'])(
  'a field that returns %s requires the scopes of all objects that it may return, or the schema does not start',
  (thing) => {
    const schema = buildSchema(`type Query { things: [Thing] } type Safe { id: ID } type Key { teeth: Int } ${thing}`);
    const enforced = (access: 'public' | 'attendees:read') => {
      setAccessRows(
        schema,
        new Map<string, TypeAccess>([
          ['Query', { object: 'public', people: 'none', fields: { things: access } }],
          ['Safe', { object: 'public', people: 'none', fields: { id: 'public' } }],
          ['Key', { object: 'attendees:read', people: 'none', fields: { teeth: 'attendees:read', made: 'attendees:read' } }],
        ]),
      );
      return () => enforceAccess(schema);
    };
    expect(enforced('public')).toThrow('Query.things returns Key, which requires attendees:read, so its access row must require it too.');
    expect(enforced('attendees:read')).not.toThrow();
  },
);

test('a field that a scope of its own opens returns objects that the same scope opens, or the schema does not start', () => {
  const ownKey = (self: SelfScope) => ({ self, fields: { teeth: { scope: 'attendees:read', self: true } } }) as const;
  const ownSafe = (opens: boolean) => ({ self: 'self:read', fields: { key: { scope: 'attendees:read', self: opens } } }) as const;
  expect(safe(ownSafe(true), ownKey('self:read'))).not.toThrow();
  expect(safe(ownSafe(true), {})).toThrow('Safe.key is open to self:read, but it returns Key, whose own objects require no such scope.');
  expect(safe(ownSafe(true), ownKey('self:sso'))).toThrow('whose own objects require self:sso.');
  expect(safe(ownSafe(false), {})).not.toThrow();
});

test('a resolver that is wrapped around a field with a scope is called by both executors', async () => {
  const schema = buildSchema('type Query { keys: [Key] } type Key { teeth: Int }');
  setAccessRows(
    schema,
    new Map<string, TypeAccess>([
      ['Query', { object: 'public', people: 'none', fields: { keys: 'public' } }],
      ['Key', { object: 'public', people: 'none', fields: { teeth: 'attendees:read' } }],
    ]),
  );
  enforceAccess(schema);
  const { teeth } = (schema.getType('Key') as GraphQLObjectType).getFields();
  const { resolve } = teeth!;
  teeth!.resolve = (...parameters) => 10 * (resolve!(...parameters) as number);

  const document = parse('{ keys { teeth } }');
  const operation = document.definitions[0] as OperationDefinitionNode;
  const options = { maxResponseBytes: Infinity, turn: new EventLoopTurn(() => 0) };
  const rootValue = { keys: [{ teeth: 1 }, { teeth: 2 }] };
  const run = async (scopes: ReadonlySet<string>) => {
    const context = { caller: { scopes }, audit: { denied: () => {} } };
    const request = { document, operation, variables: {}, context, rootValue };
    return [
      await execute({ schema, document, contextValue: context, rootValue }),
      await createExecute(schema, options)(request),
      await createExecuteParsed(schema, options)(request),
    ].map((result) => (result!.data as typeof rootValue).keys.map((key) => key.teeth));
  };
  const [teethOf, ofDenied] = [await run(dataScopes), await run(new Set())];
  expect(teethOf).toEqual(teethOf.map(() => [10, 20]));
  expect(ofDenied).toEqual(ofDenied.map(() => [null, null]));
});

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
