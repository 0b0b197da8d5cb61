/* Operations as server-sent events at /graphql, and by its alias /graphql/stream. The client of graphql-sse: subscriptions.test.ts. */

import { fakeService, type FakeService } from '../../support/fake-service.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { joined } from '../../support/times.js';

const authorization = `Bearer ${everyScopeKey}`;
const subscription = 'subscription Stock { ticketStock { name } }';
const oneEvent = (result: object) => `event: next\ndata: ${JSON.stringify(result)}\n\nevent: complete\ndata:\n\n`;
let service: FakeService;
let program: ProgramUnderTest;

beforeAll(async () => {
  service = await fakeService({ '/api/ticket/data': { code: 1, data: [{ id: 1, name: 'T', num: 1, sold_num: 0, money: 9 }] } });
  program = await programOver(service.url, { UPSTREAM_REPORT: 'false', MAX_RESPONSE_BYTES: '2000' });
});

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}
/** Sends the members of a request by POST, or in the address by GET, with `Accept: text/event-stream`. */
const send = (members: Record<string, unknown>, { path = '/graphql', method = 'POST', headers = {} }: Sent = {}) => {
  const search = new URLSearchParams(
    Object.entries(members).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  return fetch(`${program.url}${path}${method === 'GET' ? `?${search}` : ''}`, {
    method,
    headers: { authorization, accept: 'text/event-stream', ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
    ...(method === 'POST' && { body: JSON.stringify(members) }),
  });
};
const sent = async (response: Response) => ({
  status: response.status,
  type: response.headers.get('content-type'),
  text: await response.text(),
});
const stream = (text: string) => ({ status: 200, type: 'text/event-stream; charset=utf-8', text });
/** Reads the first event of a stream, and leaves. */
const firstEvent = async (response: Response) => {
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
};

describe.each([{}, { path: '/graphql/stream' }, { method: 'GET' }])('with %j', (how) => {
  test('a query is one event and the end of the stream', async () => {
    const query = 'query A($i: ID) { activity(id: $i) { id } } query B { __typename }';
    for (const id of ['1001', '1002', '1001']) {
      const response = await send({ query, operationName: 'A', variables: { i: id } }, how);
      expect(await sent(response)).toEqual(stream(oneEvent({ data: { activity: { id } } })));
    }
  });

  test('the errors of an operation are one event and the end of the stream', async () => {
    for (const query of [
      '{ nothing }',
      '{',
      'subscription { nothing }',
      'subscription {',
      'query A { __typename } query B { __typename }',
    ]) {
      const { status, type, text } = await sent(await send({ query }, how));
      expect({ status, type }).toEqual({ status: 200, type: 'text/event-stream; charset=utf-8' });
      expect(text).toMatch(/^event: next\ndata: \{"errors":\[\{"message":"[^\n]*\n\nevent: complete\ndata:\n\n$/);
    }
  });

  test('a subscription is an event for each change', async () => {
    const event = 'event: next\ndata: {"data":{"ticketStock":[{"name":"T"}]}}\n\n';
    expect(await firstEvent(await send({ query: subscription }, how))).toBe(event);
    const both = `query A { __typename } ${subscription}`;
    expect(await firstEvent(await send({ query: both, operationName: 'Stock' }, how))).toBe(event);
  });

  test('a request without a document, or without a credential, is refused by status and in JSON', async () => {
    expect((await send({ variables: {} }, how)).status).toBe(400);
    const { status, type } = await sent(await send({ query: '{ __typename }' }, { ...how, headers: { authorization: 'Bearer no' } }));
    expect({ status, type }).toEqual({ status: 401, type: 'application/json; charset=utf-8' });
  });

  test('a response that is too large is the error of its limit', async () => {
    const query = `{ activity { ${joined(29, (index) => `a${index}${'a'.repeat(100)}: id`)} } }`;
    expect((await sent(await send({ query }, how))).text).toContain('"limit":"MAX_RESPONSE_BYTES"');
  });
});

test('a mutation by GET gets 405 and is not executed', async () => {
  const before = service.hits.length;
  const query =
    'mutation { addAttendees(input: { contact: { name: "T", mobile: "1" }, attendees: [{ name: "T", mobile: "1" }] }) { __typename } }';
  const response = await send({ query }, { method: 'GET' });
  expect({ ...(await sent(response)), text: '', allow: response.headers.get('allow') }).toEqual({
    status: 405,
    type: 'application/json; charset=utf-8',
    text: '',
    allow: 'POST',
  });
  expect(service.hits).toHaveLength(before);
});

test.each([
  ['*/*', 'text/event-stream; charset=utf-8'],
  ['text/event-stream; q=0.9, application/json', 'application/json; charset=utf-8'],
])('at /graphql/stream, Accept: %s gets %s', async (accept, type) => {
  const response = await send({ query: '{ __typename }' }, { path: '/graphql/stream', headers: { accept } });
  expect(response.headers.get('content-type')).toBe(type);
});
