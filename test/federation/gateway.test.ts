/*
 * Event Graph in a supergraph, end to end: a gateway over Event Graph and over another subgraph, which knows attendees and
 * activities by their ids only. The same over a supergraph of the other composer: hive-gateway.test.ts.
 */

import { join } from 'node:path';
import { apiKey, everyScopeKey } from '../support/program.js';
import { startSupergraph, type Supergraph } from './supergraph.js';

const attendee = (number: number) => `attendee:1001:${number}`;
const numbers = Array.from({ length: 150 }, (_, index) => 700_001 + index);
const env = {
  OPERATIONS_FILE: join(__dirname, '../../examples/operations.json'),
  AUTH_API_KEYS: apiKey('app', everyScopeKey, 'content:read attendees:read attendees:pii operations:createOrder'),
};

let supergraph: Supergraph;
beforeAll(async () => {
  supergraph = await startSupergraph('@apollo/composition', numbers.map(attendee), { env });
});

test('150 references cost the event service two calls', async () => {
  const { data, errors } = await supergraph.run('{ badges(first: 150) { id attendee { id name registeredAt } } }');
  expect(errors).toEqual([]);
  expect(data.badges).toHaveLength(150);
  expect(data.badges.map((badge: { attendee: { id: string } }) => badge.attendee.id)).toEqual(numbers.map(attendee));
  expect(data.badges[0].attendee.name).toBe('王伟');
  expect(data.badges.filter((badge: { attendee: { name: unknown } }) => typeof badge.attendee.name !== 'string')).toEqual([]);
  expect(supergraph.calls()).toEqual(['participant/getList 100', 'participant/getList 50']);
});

test('fields that the other subgraph has cause no call to the event service', async () => {
  const { data } = await supergraph.run('{ badges(first: 2) { title attendee { id } } }');
  expect(data.badges[1]).toEqual({ title: 'Badge no. 2', attendee: { id: attendee(700_002) } });
  expect(supergraph.calls()).toEqual([]);
});

test("attendees that a bound operation finds get the other subgraph's fields, and a bound write passes the gateway", async () => {
  const { data, errors } = await supergraph.run(
    '{ activity { searchAttendees(keyword: "Zoë") { id badge { title } } speakers { name talks { id } } badges(first: 1) { title } } }',
  );
  expect(errors).toEqual([]);
  expect(data.activity.searchAttendees).toContainEqual({ id: attendee(700_002), badge: { title: 'Badge no. 2' } });
  expect(data.activity.speakers[0]).toEqual({ name: '王伟', talks: [{ id: expect.stringMatching(/^scheduleItem:1001:/) }] });
  expect(supergraph.calls()).toEqual(['guest/getList', 'participant/search']);
  const write = await supergraph.run(
    'mutation { createOrder(ticketId: "ticketItem:1001:404", attendeeId: "attendee:1001:700001") { result { state attendee { badge { title } } } userErrors { code } } }',
  );
  expect({ createOrder: write.data.createOrder, errors: write.errors }).toEqual({
    createOrder: { result: { state: 2, attendee: { badge: { title: 'Badge no. 1' } } }, userErrors: [] },
    errors: [],
  });
});
