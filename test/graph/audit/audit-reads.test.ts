import { buildSchema, execute, parse } from 'graphql';
import type { TypeAccess } from '../../../src/graph/access/access-rows.js';
import { checkPeople } from '../../../src/graph/access/check-people.js';
import { setAccessRows } from '../../../src/graph/access/schema-access.js';
import { auditReads } from '../../../src/graph/audit/audit-reads.js';
import { Audit } from '../../../src/graph/audit/audit.js';

/** A schema of another noun than attendees: a hall has guests, which a list of arrivals contains. */
const hall = buildSchema(`
  type Query { guest: Guest guests: [Guest] arrivals: Arrivals }
  type Arrivals { total: Int items: [Guest] last: Guest }
  type Guest { id: ID name: String }`);
const open = { object: 'open', people: 'none' } as const;
setAccessRows(
  hall,
  new Map<string, TypeAccess>([
    ['Query', { ...open, fields: { guest: 'open', guests: 'open', arrivals: 'open' } }],
    ['Arrivals', { ...open, people: { containedIn: 'items' }, fields: { total: 'open', items: 'open', last: 'open' } }],
    ['Guest', { ...open, people: { identifiedBy: ['id'] }, fields: { id: 'open', name: 'open' } }],
  ]),
);
checkPeople(hall);
auditReads(hall);

const [anna, ben] = [
  { id: '1', name: 'Anna' },
  { id: '2', name: 'Ben' },
];
const rootValue = {
  guest: () => Promise.resolve(anna),
  guests: [anna, ben, Promise.resolve(anna), null],
  arrivals: { total: 2, items: [anna, ben], last: ben },
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

test.each(['{ arrivals { total } }', '{ arrivals { items { id } } }', '{ guest { id __typename } }'])(
  'the audit records nothing of an operation that reads no more than who people are: %s',
  async (query) => {
    expect(await readsOf(query)).toEqual({ fields: [], count: 0 });
  },
);
