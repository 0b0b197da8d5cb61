/* Subscriptions over WebSocket and event streams: start, polls, limits and end. */

import type { OperationCost } from '../../../src/graph/cost/operation-cost.js';
import type { Planner } from '../../../src/graph/cost/planned-operation.js';
import { TokenBucket } from '../../../src/primitives/token-bucket.js';
import { maxTimerMs } from '../../../src/primitives/waiting.js';
import { dataScopes } from '../../../src/records/caller.js';
import { startRuntime } from '../../../src/server/runtime.js';
import { createSubscribe } from '../../../src/server/subscriptions/subscriptions.js';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { webSocketTo } from '../../support/sockets.js';
import { protocols, subscriptionClient } from '../../support/subscription-clients.js';
import { until } from '../../support/until.js';
import { toyOptions, toySchema, unlimited } from '../toy-server.js';

const query = 'subscription { ticketStock(every: 1) { name remainingStock } }';
/** Subscriptions with a condition at their field, which the specification forbids. */
const conditional = [
  'subscription { ticketStock @skip(if: true) { name } }',
  'subscription B($b: Boolean!) { ticketStock @include(if: $b) { name } }',
  'subscription { ticketStock @skip(if: null) { name } }',
  'subscription { ... @include(if: false) { ticketStock { name } } }',
  'subscription { ...Root } fragment Root on Subscription { ticketStock @ skip(if: true) { name } }',
];
const authorization = `Bearer ${everyScopeKey}`;
let sold: number;
let service: FakeService;
let program: ProgramUnderTest;
const polls = () => service.hitsOf('/ticket/data').length;

beforeEach(async () => {
  sold = 0;
  service = await fakeService({ '/api/ticket/data': () => ({ code: 1, data: [{ id: 1, name: 'T', num: 10, sold_num: sold, money: 9 }] }) });
  program = await programOver(service.url);
});

describe.each(protocols)('over %s', (protocol) => {
  const open = (text = query, key = authorization) => {
    const client = subscriptionClient(program, protocol, { authorization: key });
    return { results: client.iterate({ query: text }), dispose: () => client.dispose() };
  };

  test('stock is pushed as it changes, and polling ends when the subscriber has left', async () => {
    const { results, dispose } = open();
    expect((await results.next()).value).toEqual({ data: { ticketStock: [{ name: 'T', remainingStock: 10 }] } });
    sold = 4;
    expect((await results.next()).value).toEqual({ data: { ticketStock: [{ name: 'T', remainingStock: 6 }] } });
    await results.return!();
    await dispose();
    const before = polls();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(polls()).toBeLessThanOrEqual(before + 1);
  });

  test('an event has the members of the query of the same selection, under aliases and from fragments too', async () => {
    const fragment =
      'fragment Stock on TicketItem { ...Left n: name ... on TicketItem { __typename } } fragment Left on TicketItem { remainingStock name }';
    const subscription = `subscription Tickets($every: Int!) { stock: ticketStock(every: $every) { id: serviceId ...Stock } } ${fragment}`;
    const client = subscriptionClient(program, protocol, { authorization });
    const results = client.iterate({ query: subscription, operationName: 'Tickets', variables: { every: 1 } });
    const event = (await results.next()).value as unknown;
    await results.return!();
    await client.dispose();
    const response = await fetch(`${program.url}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ activity { stock: tickets { id: serviceId ...Stock } } } ${fragment}` }),
    });
    const { data } = (await response.json()) as { data: { activity: object } };
    expect(data.activity).toEqual({ stock: [{ id: '1', remainingStock: 10, name: 'T', n: 'T', __typename: 'TicketItem' }] });
    expect(JSON.stringify(event)).toBe(JSON.stringify({ data: data.activity }));
  });

  test('a subscriber without a credential is refused, and the service is not called', async () => {
    const { results } = open(query, 'Bearer wrong');
    await expect(results.next()).rejects.toBeDefined();
    expect(polls()).toBe(0);
  });

  test.each<[text: string, code: string, message?: string]>([
    ['subscription { nonsense }', 'GRAPHQL_VALIDATION_FAILED'],
    ['subscription {', 'GRAPHQL_PARSE_FAILED'],
    ['subscription { ticketStock(every: 0) { name } }', 'BAD_USER_INPUT'],
    [
      `subscription { ${Array.from({ length: 40 }, (_, index) => `a${index}: ticketStock { name }`).join(' ')} }`,
      'QUERY_TOO_COMPLEX|GRAPHQL_VALIDATION_FAILED',
    ],
    [
      `subscription { ticketStock { ${'name '.repeat(101)} } }`,
      'GRAPHQL_VALIDATION_FAILED',
      'A selection contains the same field more than 100 times',
    ],
    [`subscription { ticketStock { name } }${'\n'.repeat(10_000)}`, 'GRAPHQL_PARSE_FAILED', 'The document has more than 10000 lines'],
    ...conditional.map((text): [string, string, string] => [
      text,
      'GRAPHQL_VALIDATION_FAILED',
      'The field of a subscription must not have @skip or @include',
    ]),
  ])('a subscription that is invalid or exceeds a limit is refused: %s', async (text, code, message = '') => {
    const { results } = open(text);
    const refused: unknown = await results.next().then(
      ({ value }) => value.errors,
      (error: unknown) => error,
    );
    expect(JSON.stringify(refused)).toMatch(new RegExp(`"code":"(${code})"`));
    expect(JSON.stringify(refused)).toContain(message);
    expect(polls()).toBe(0);
  });
});

test.each([
  [undefined, 200],
  ['text/event-stream; q=0.9, application/json', 200],
  ['application/json', 406],
  ['text/event-stream;q=0', 406],
])('at /graphql/stream, Accept: %s gets events or 406', async (accept, status) => {
  const over = new AbortController();
  const headers = { 'content-type': 'application/json', authorization, ...(accept !== undefined && { accept }) };
  const response = await fetch(`${program.url}/graphql/stream`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
    signal: over.signal,
  });
  expect(response.status).toBe(status);
  if (status === 200) expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  else expect((await response.json()).errors[0].message).toBe('The response is text/event-stream. Send an Accept header that includes it.');
  over.abort();
});

test.each([...conditional, `query A { activities { id } } ${conditional[1]}`])(
  'at the path of queries, a document with a condition at the field of a subscription gets 400: %s',
  async (text) => {
    const { status, errors } = await program.run(text, { b: true }, { headers: { accept: 'application/graphql-response+json' } });
    expect({ status, code: errors[0]!.extensions['code'] }).toEqual({ status: 400, code: 'GRAPHQL_VALIDATION_FAILED' });
    expect(program.logs()).not.toMatch(/"level":50/);
  },
);

test('a subscription at the path of queries gets a message with the right paths', async () => {
  const response = await fetch(`${program.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query }),
  });
  expect((await response.json()).errors[0].message).toBe(
    'Subscriptions are served over WebSocket at /graphql, and as server-sent events with Accept: text/event-stream.',
  );
});

test('a connection without a credential gets a message that explains how to send one', async () => {
  const closed: unknown = await subscriptionClient(program, 'graphql-ws', {})
    .iterate({ query })
    .next()
    .then(
      () => null,
      (event: unknown) => event,
    );
  expect(closed).toMatchObject({
    code: 4403,
    reason: 'A valid credential is required: a header, or connectionParams such as { authorization: "Bearer KEY" }.',
  });
});

test.each([
  'subscription { nonsense }',
  'subscription { ticketStock(every: 0) { name } }',
  'subscription { ticketStock(activityId: "9") { name } }',
])('an error before the first event is a message `error` over WebSocket, of a field too: %s', async (text) => {
  const socket = webSocketTo(program.url);
  const received: { type: string; payload?: unknown }[] = [];
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } })));
  await new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      if (received.push(JSON.parse(data.toString()) as { type: string }) === 2) resolve();
      else socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: text } }));
    });
  });
  socket.terminate();
  expect(received[1]).toMatchObject({
    type: 'error',
    id: '1',
    payload: [{ message: expect.any(String), extensions: { code: expect.any(String) } }],
  });
});

describe('an event that the rate limit does not admit yet', () => {
  /** Starts a subscription with one event, which reserves `calls`. The bucket gets a call in `secondsOfCall`, and holds those of two seconds. */
  async function started(calls: number, secondsOfCall: number) {
    const schema = toySchema();
    const executed = jest.fn(() => 1);
    Object.assign(schema.getSubscriptionType()!.getFields()['ticks']!, {
      resolve: executed,
      subscribe: async function* () {
        yield { ticks: 1 };
      },
    });
    const plan: Planner = (...operation) => {
      const planned = unlimited(schema)(...operation);
      const cost = { upstreamCalls: 1 + calls, contentReads: null } as OperationCost;
      return { ...planned, forVariables: (variables) => ({ ...planned.forVariables(variables), cost }) };
    };
    const options = toyOptions({ rateLimit: 1 / secondsOfCall }, { schema, plan });
    const runtime = await startRuntime(options);
    const disconnected = new AbortController();
    const parameters = { documentId: undefined, operationName: undefined, variables: undefined, extensions: undefined };
    const reserved = jest.spyOn(TokenBucket.prototype, 'reserve');
    const start = await createSubscribe(runtime)({
      requestId: 'r',
      caller: { name: 'app', scopes: dataScopes },
      headers: {},
      connection: {},
      parameters: { query: 'subscription { ticks }', ...parameters },
      signal: disconnected.signal,
    });
    reserved.mockClear();
    return { messages: start.messages[Symbol.asyncIterator](), executed, disconnected, attempts: () => reserved.mock.calls.length };
  }

  test('is executed as soon as the limit admits it', async () => {
    const { messages, executed, attempts } = await started(40, 0.05);
    expect(await messages.next()).toEqual({ value: { type: 'next', payload: { data: { ticks: 1 } } }, done: false });
    expect(executed).toHaveBeenCalledTimes(1);
    expect(attempts()).toBeGreaterThan(1);
  });

  test.each([
    ['before it begins', 0],
    ['while it waits', 1],
  ])('is neither executed nor sent if its subscriber leaves %s', async (_when, expected) => {
    const { messages, executed, disconnected, attempts } = await started(2, 60);
    if (expected === 0) disconnected.abort();
    const next = messages.next();
    if (expected > 0) await until(() => attempts() === expected);
    disconnected.abort();
    expect(await next).toEqual({ value: undefined, done: true });
    expect({ executed: executed.mock.calls.length, attempts: attempts() }).toEqual({ executed: 0, attempts: expected });
  });

  test('waits even if the wait is longer than a timer can be', async () => {
    const { messages, disconnected, attempts } = await started(2, maxTimerMs);
    const next = messages.next();
    await new Promise((resolve) => setTimeout(resolve, 50));
    disconnected.abort();
    await next;
    expect(attempts()).toBe(1);
  });
});

describe('a program that ends', () => {
  test('a program that ends closes WebSockets with 1001, and sends no complete: clients reconnect elsewhere', async () => {
    const socket = webSocketTo(program.url);
    const types: string[] = [];
    const subscribed = new Promise<void>((resolve) => {
      socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } })));
      socket.on('message', (data: Buffer) => {
        const { type } = JSON.parse(data.toString()) as { type: string };
        types.push(type);
        if (type === 'connection_ack') socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
        if (type === 'next') resolve();
      });
    });
    await subscribed;
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await program.close();
    expect(await closed).toBe(1001);
    expect(types).not.toContain('complete');
  });

  test('a program that ends cuts event streams without complete', async () => {
    const response = await fetch(`${program.url}/graphql/stream`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query }),
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const read = async (): Promise<boolean> => {
      const { done, value } = await reader.read();
      text += value ?? '';
      return !done;
    };
    while (!text.includes('event: next')) await read();
    const ended = (async () => {
      while (await read());
    })();
    await program.close();
    // A client of graphql-sse retries after an end without complete, whether the connection was closed or reset.
    await ended.catch(() => {});
    expect(text).not.toContain('event: complete');
  });
});
