import { buildSchema, execute, parse, type GraphQLUnionType } from 'graphql';
import type { TypeAccess } from '../../../src/graph/access/access-rows.js';
import { assertPeople } from '../../../src/graph/access/assert-people.js';
import { setAccessRows } from '../../../src/graph/access/schema-access.js';
import { Audit } from '../../../src/graph/audit/audit.js';
import { attachReadAudit } from '../../../src/graph/audit/read-audit.js';
import { recordTypes } from '../../../src/graph/entity-types.js';

/**
 * A schema of another noun than attendees: a hall has guests, which a list of arrivals contains. A search of it finds attendees and
 * articles.
 */
const hall = buildSchema(`
  type Query { guest: Guest guests: [Guest] arrivals: Arrivals found: [Found] me: Member }
  type Arrivals { total: Int items: [Guest] last: Guest }
  type Guest { id: ID name: String }
  type Member { id: ID name: String note: String }
  union Found = Attendee | Article
  type Attendee { id: ID name: String }
  type Article { id: ID title: String }`);
const publicType = { object: 'public', people: 'none' } as const;
setAccessRows(
  hall,
  new Map<string, TypeAccess>([
    ['Query', { ...publicType, fields: { guest: 'public', guests: 'public', arrivals: 'public', found: 'public', me: 'self:read' } }],
    ['Arrivals', { ...publicType, people: { containedIn: 'items' }, fields: { total: 'public', items: 'public', last: 'public' } }],
    ['Guest', { ...publicType, people: { identifiedBy: ['id'] }, fields: { id: 'public', name: 'public' } }],
    ['Attendee', { ...publicType, people: { identifiedBy: ['id'] }, fields: { id: 'public', name: 'public' } }],
    [
      'Member',
      {
        object: 'attendees:read',
        people: { identifiedBy: ['id'] },
        self: 'self:read',
        fields: {
          id: { scope: 'attendees:read', self: true },
          name: { scope: 'attendees:read', self: true },
          note: { scope: 'attendees:read', self: false },
        },
      },
    ],
    ['Article', { ...publicType, fields: { id: 'public', title: 'public' } }],
  ]),
);
(hall.getType('Found') as GraphQLUnionType).resolveType = recordTypes(hall);
assertPeople(hall);
attachReadAudit(hall);

const [anna, ben] = [
  { kind: 'guest', id: '1', name: 'Anna' },
  { kind: 'guest', id: '2', name: 'Ben' },
];
const chen = { kind: 'attendee', id: '3', name: 'Chen' };
const news = { kind: 'article', id: '4', title: 'News' };
const rootValue = {
  guest: () => Promise.resolve(anna),
  guests: [anna, ben, Promise.resolve(anna), null],
  arrivals: { total: 2, items: [anna, ben], last: ben },
  me: { kind: 'member', id: '5', name: 'Dora', note: 'Arrives late' },
  found: [chen, news, Promise.resolve(news), Promise.resolve(chen)],
};

/** What the audit records of an operation. */
async function readsOf(query: string) {
  const audit = new Audit();
  const { errors } = await execute({
    schema: hall,
    document: parse(query),
    rootValue,
    contextValue: { audit, caller: { name: 'test', scopes: new Set() } },
  });
  expect(errors).toBeUndefined();
  return audit.reads;
}

test.each([
  ['an object', '{ guest { name } }', 1],
  ['a list, in which an object counts once', '{ guests { name } }', 2],
  ['a container, through the field that its row names', '{ arrivals { items { name } } }', 2],
  ['a container, through another of its fields', '{ arrivals { last { name } } }', 2],
  ['several fields, in which an object counts once', '{ guest { name } arrivals { items { name } } }', 2],
])('the audit counts the people of %s', async (_, query, count) => {
  expect(await readsOf(query)).toEqual({ fields: ['Guest.name'], count });
});

test('the audit counts the people of a list that also has other records', async () => {
  const query = '{ found { ... on Attendee { name } ... on Article { title } } }';
  expect(await readsOf(query)).toEqual({ fields: ['Attendee.name'], count: 1 });
});

test.each([
  '{ arrivals { total } }',
  '{ arrivals { items { id } } }',
  '{ guest { id __typename } }',
  '{ found { ... on Article { title } } }',
])('the audit records nothing of an operation that reads no more than who people are: %s', async (query) => {
  expect(await readsOf(query)).toEqual({ fields: [], count: 0 });
});

test("of the caller's own record, the audit records the fields that the access rows permit, and no denied one", async () => {
  expect(await readsOf('{ me { id name note } }')).toEqual({ fields: ['Member.name'], count: 1 });
});
