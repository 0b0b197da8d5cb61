/* The reads that share a call, and that the plan of an operation never has fewer calls than it makes. */

import { entityTypeOf } from '../../../src/graph/entity-types.js';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import { entityKinds } from '../../../src/records/ids.js';
import { countedSandbox, type CountedSandbox } from '../../support/counted-sandbox.js';
import { measuring } from '../../support/measured.js';
import { contentFields } from '../content-fields.js';

const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true, relayNode: true });

const costOf = measuring(schema);
const planned = (query: string, variables?: Readonly<Record<string, unknown>>) => costOf(query, variables).upstreamCalls;

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox()));

/** Fails unless an operation makes as many calls as stated, and no fewer are planned for it. */
async function expectCalls(query: string, calls: number, variables: Record<string, unknown> = {}): Promise<void> {
  const { errors, calls: made } = await sandbox.cost(query, variables);
  const sum = Object.values(made).reduce((total, number) => total + number, 0);
  expect({ errors, made: sum }).toEqual({ errors: [], made: calls });
  expect(planned(query, variables)).toBeGreaterThanOrEqual(calls);
}

test.each([...contentFields.values()].flat())(
  '%s is planned once per activity, for any number of fields and any form of its id',
  (selection) => {
    const query = `
    query ($id: ID, $same: ID) {
      a: activity { x: ${selection} y: ${selection} }
      b: activity(id: "1001") { ...F }
      c: activity(id: 1001) { ...F }
      d: activity(id: $id) { ...F }
      e: activity(id: $same) { ...F }
      f: activitiesByIds(ids: ["1001", "1001"]) { ...F }
    }
    fragment F on Activity {
      ${selection}
    }
  `;
    expect(planned(query, { id: '1001', same: 1001 })).toBe(1);
    expect(planned(query, { id: '1002', same: '1003' })).toBe(3);
  },
);

test.each([...contentFields.values()].flat())('%s is read once, although it is selected again after its reply', async (selection) => {
  const query = `{ activity { ${selection} } attendee(by: { id: "700001" }) { activity { ${selection} } } }`;
  await expectCalls(query, 2);
});

test.each(entityKinds)('a reference to the kind %s is planned as a call', (kind) => {
  const representation = { __typename: entityTypeOf({ kind }), id: `${kind}:1001:7` };
  const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }';
  expect(planned(query, { r: [representation] })).toBe(1);
});

const person = 'attendee:1001:700001';
const scan = '{ token: "sandbox-check-in-token", userId: "88", deviceType: PC, pointId: "5", signCode: "WANGWEI01" }';
test.each<[what: string, query: string, calls: number, variables?: Record<string, unknown>]>([
  [
    'the form is read once for all form answers',
    '{ activity { formFields { name } attendees(first: 20) { nodes { customFields { name } customField(name: "x") { name } } } } }',
    2,
  ],
  [
    'content is read once, whichever fields lead to it',
    '{ activity { articles { items { category { name } } } categories { articles { title } } article(id: "6001") { title } } }',
    2,
  ],
  [
    'equal pages share a call, even if one states its default offset',
    `
      {
        activity {
          a: attendees(first: 5) { nodes { name } }
          b: attendees(first: 5, offset: 0) { nodes { id } }
          c: attendees(first: 5, offset: 5) { nodes { id } }
        }
      }
    `,
    2,
  ],
  [
    'a range that no page of the service contains is two calls',
    'query ($offset: Int) { activity { attendees(first: 100, offset: $offset) { nodes { name } } } }',
    2,
    { offset: 50 },
  ],
  [
    'ranges share the pages of the service that they have in common',
    `
      query ($after: String) {
        activity {
          a: attendees(first: 100) { nodes { name } }
          b: attendees(first: 100, offset: 50) { nodes { id } }
          c: attendees(first: 100, offset: 100) { nodes { id } }
          d: attendees(first: 100, after: $after) { nodes { id } }
        }
      }
    `,
    2,
    { after: Buffer.from('attendees:1001:49').toString('base64url') },
  ],
  [
    'the number of attendees is on the page of the first one',
    '{ activity { a: attendees(first: 1) { nodes { name } } b: attendees { totalCount } } }',
    1,
  ],
  [
    'the number of attendees alone is one call for any page size',
    `
      {
        activity {
          a: attendees(first: 5) { totalCount }
          b: attendees(first: 7) { totalCount }
          c: attendees { totalCount nodes { id } }
          d: attendees(first: 20) { edges { cursor } }
        }
      }
    `,
    2,
  ],
  [
    'fields of get-one take a call for each attendee of a page, however they are reached',
    '{ activity { attendees(first: 7) { nodes { points } edges { node { companyTaxId } } } } }',
    8,
  ],
  [
    'two selections of one page share its get-ones',
    '{ activity { a: attendees(first: 7) { nodes { points } } b: attendees(first: 7) { nodes { otherChannel } } } }',
    8,
  ],
  [
    'one attendee by two forms of its id costs one get-one',
    `{ a: attendee(by: { id: "700001" }) { points } b: attendeesByIds(ids: ["700001", "${person}"]) { companyTaxId } }`,
    1,
  ],
  [
    'an attendee who is selected again after the reply costs one get-one',
    '{ attendee(by: { id: "700001" }) { points activity { attendee(by: { id: "700001" }) { companyTaxId } } } }',
    1,
  ],
  [
    'attendees by id share one call, whichever fields name them',
    `
      query ($ids: [ID!]!) {
        a: attendee(by: { id: "700001" }) { name }
        b: attendee(by: { id: "${person}" }) { name }
        c: attendee(by: { id: 700003 }, activityId: 1001) { name }
        d: attendeesByIds(ids: $ids) { name }
        e: activity { attendee(by: { id: "700006" }) { name } }
        _entities(representations: [{ __typename: "Attendee", id: "${person}" }]) { ... on Attendee { name } }
      }
    `,
    1,
    { ids: ['700004', '700005'] },
  ],
  [
    'attendees of two activities are two calls',
    'query ($a: ID!, $b: ID!) { a: attendee(by: { id: $a }) { name } b: attendee(by: { id: $b }) { name } }',
    2,
    { a: 'attendee:1001:700001', b: 'attendee:1002:800001' },
  ],
  [
    'the content of the activity that a global id in a variable names is not that of another activity',
    'query ($id: ID!) { attendee(by: { id: $id }) { activity { tickets { name } goods { name } } } activity { tickets { name } goods { name } } }',
    5,
    { id: 'attendee:1002:800001' },
  ],
  [
    'the content of the activity of a lookup in a variable is read once for the same activity',
    'query ($by: AttendeeLookup!) { attendee(by: $by) { activity { tickets { name } } } activity { tickets { name } } }',
    2,
    { by: { mobile: '10000700002' } },
  ],
  [
    'one mobile number costs one get-one, whatever is selected',
    '{ a: attendee(by: { mobile: "10000700002" }) { name points } b: attendee(by: { mobile: "10000700002" }) { company } }',
    1,
  ],
  [
    'a mobile number and an address are two get-ones',
    '{ a: attendee(by: { mobile: "10000700002" }) { name } b: attendee(by: { email: "wangwei@example.com" }) { company } }',
    2,
  ],
  [
    'a lookup in a variable equals one in the document',
    'query ($by: AttendeeLookup!) { a: attendee(by: $by) { name } b: attendee(by: { mobile: "10000700002" }) { name } }',
    1,
    { by: { mobile: '10000700002' } },
  ],
  [
    'references to articles are read from their list',
    `
      {
        _entities(
          representations: [{ __typename: "Article", id: "article:1001:6001" }, { __typename: "Article", id: "article:1001:6002" }]
        ) { ... on Article { title } }
        activity { articles { total } }
      }
    `,
    1,
  ],
  [
    'equal lookups at check-in share a call, and the call for their attendee',
    `{ a: checkInLookup(input: ${scan}) { attendee { name } } b: checkInLookup(input: ${scan}) { attendee { company } } }`,
    2,
  ],
  ['two aliases of a list are one call', '{ activity { categories { name } b: categories { id } } }', 1],
  [
    'the activity of attendees is no call, but its content is one',
    '{ attendeesByIds(ids: ["700001", "700002"]) { activity { tickets { name } } } }',
    2,
  ],
])('%s', (_what, query, calls, variables = {}) => expectCalls(query, calls, variables));

test('each write is planned, and the form that it is checked against once', () => {
  const add = (name: string) => `${name}: addAttendees(input: { contact: { name: "A", mobile: "1" }, attendees: [] }) { replayed }`;
  expect(planned(`mutation { ${add('a')} ${add('b')} }`)).toBe(3);
});

test('attendees are read again after each write of an operation', async () => {
  const again = '{ activity { attendee(by: { id: "800003" }) { name activity { attendee(by: { id: "800004" }) { points } } } } }';
  const fields = '[{ name: "name1713000201", value: "x" }, { name: "name1713000202", value: "Morning" }]';
  const add = (name: string) => `${name}: addAttendees(input: {
    activityId: "1002", contact: { name: "A", mobile: "10000000001" }, attendees: [{ name: "A", mobile: "10000000001", fields: ${fields} }]
  }) { registrations { attendee ${again} } }`;
  // The form once; for each write the write itself, the attendee whom it added, number 800003, and number 800004 by get-one.
  await expectCalls(`mutation { ${add('a')} ${add('b')} }`, 9);
});

test('reads of content alone are known by activity and argument, even if variables name them', () => {
  const query = 'query ($a: ID, $b: ID) { activity(id: $a) { tickets { name } goods(id: $b) { name } } }';
  expect(costOf(query, { a: '1001', b: 'goods:1001:7' }).contentReads).toEqual([
    { kind: 'tickets', activityId: '1001', input: {} },
    { kind: 'goods', activityId: '1001', input: { goodsId: '7' } },
  ]);
  expect(costOf('{ activity { tickets { name } attendees { totalCount } } }').contentReads).toBeNull();
});
