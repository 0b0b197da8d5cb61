/* The protocol graphql-transport-ws on a socket: floods, refusals and ends. What subscriptions send: subscriptions.test.ts. */

import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { PushStream } from '../../../src/primitives/push-stream.js';
import { dataScopes } from '../../../src/records/caller.js';
import type { ServerOptions } from '../../../src/server/server.js';
import { createMetrics } from '../../../src/server/telemetry/metrics.js';
import { exchange, handshake, openSocket, textFrom, webSocketTo } from '../../support/sockets.js';
import { stopIntervals, stopTimeouts } from '../../support/stopped-clock.js';
import { times } from '../../support/times.js';
import { until } from '../../support/until.js';
import { post, settings, startToyServer, toySchema, type ToyContext } from '../toy-server.js';

/** A server whose subscriptions start when the test says so, and send nothing. */
async function startSilentServer(options: Partial<ServerOptions> = {}) {
  const schema = toySchema();
  const starts: (() => void)[] = [];
  const logged: string[] = [];
  const counts = { ended: 0 };
  const silent = () =>
    new PushStream(
      () => true,
      () => (counts.ended += 1),
    );
  schema.getSubscriptionType()!.getFields()['ticks']!.subscribe = (_source, _args, { signal }: ToyContext) =>
    new Promise((resolve) => starts.push(() => resolve(silent().endedBy(signal))));
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  return { ...(await startToyServer({}, { schema, log, ...options })), starts, logged, counts };
}

/** A WebSocket that sends messages when it opens, and others when it is acknowledged. @returns it, and its end */
function connect({ url }: { readonly url: string }, first: readonly object[], acknowledged: readonly object[] = []) {
  const webSocket = webSocketTo(url);
  const send = (messages: readonly object[]) => messages.forEach((message) => webSocket.send(JSON.stringify(message)));
  webSocket.on('open', () => send(first));
  webSocket.once('message', () => send(acknowledged));
  const closed = new Promise<[code: number, reason: string]>((resolve) =>
    webSocket.on('close', (code, reason) => resolve([code, reason.toString()])),
  );
  return { webSocket, closed };
}
/** The messages that a WebSocket receives, as they arrive. */
function messagesOf(webSocket: WebSocket): unknown[] {
  const received: unknown[] = [];
  webSocket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())));
  return received;
}
const init = { type: 'connection_init' };
const subscribe = (id: string) => ({ id, type: 'subscribe', payload: { query: 'subscription { ticks }' } });
const complete = (id: string) => ({ id, type: 'complete' });

test('a client that sends pings and reads no reply is disconnected before the replies fill the memory', async () => {
  const largePing = JSON.stringify({ type: 'ping', payload: { pad: 'x'.repeat(60_000) } });
  const { webSocket, closed } = connect(await startToyServer(), [init]);
  await once(webSocket, 'message');
  webSocket.pause();
  for (let sent = 0; sent < 1000 && webSocket.readyState === WebSocket.OPEN; sent += 1) {
    webSocket.send(largePing);
    await pause(2);
  }
  expect((await closed)[0]).toBe(1006);
});

test.each([
  ['a'.repeat(128), 4409, 'Subscriber already exists'],
  ['a'.repeat(129), 4400, 'The id of a subscription has 128 characters at most.'],
])('a subscription id that is used twice, or too long, closes the WebSocket: %s with %i', async (id, code, reason) => {
  const server = await startSilentServer();
  expect(await connect(server, [init], [subscribe(id), subscribe(id)]).closed).toEqual([code, reason]);
});

test('a client that completes subscriptions before they have started neither exceeds the limit nor leaves a stream open', async () => {
  const server = await startSilentServer();
  const attempts = times(25, () => [subscribe('x'), complete('x')]);
  const { webSocket } = connect(server, [init], [...attempts.flat(), subscribe('last')]);
  const received = messagesOf(webSocket);
  // One of the others is told that it is refused only if the server has not read by then that it is completed.
  await until(() => received.some((message) => (message as { id?: string }).id === 'last'));
  expect(received.at(-1)).toMatchObject({ id: 'last', type: 'error', payload: [{ extensions: { code: 'RATE_LIMITED' } }] });
  for (const start of server.starts) start();
  await until(() => server.counts.ended === server.starts.length);
  expect(server.starts).toHaveLength(20);
});

test('subscriptions that a client completes free their ids and places for those that it starts in the same packet, and one more is counted', async () => {
  const metrics = createMetrics();
  const server = await startSilentServer({ metrics });
  const ids = times(20, (index) => `${index}`);
  const { webSocket } = connect(server, [init], ids.map(subscribe));
  const received = messagesOf(webSocket);
  const startAll = async (length: number) => {
    await until(() => server.starts.length === length);
    for (const start of server.starts.slice(-20)) start();
  };
  await startAll(20);
  for (const message of [...ids.map(complete), ...ids.map(subscribe), subscribe('more')]) webSocket.send(JSON.stringify(message));
  await startAll(40);
  await until(() => received.length === 2);
  expect(received[1]).toMatchObject({ id: 'more', type: 'error', payload: [{ extensions: { code: 'RATE_LIMITED' } }] });
  expect(await metrics.text()).toContain('event_graph_operations_total{kind="subscription",outcome="rate_limited"} 1');
  expect(server.counts.ended).toBe(20);
  webSocket.close();
  await until(() => server.counts.ended === 40);
});

test('queries in progress that are too large together are refused, and neither one alone nor a subscription', async () => {
  const server = await startSilentServer({ settings: { ...settings, maxBodyBytes: 2_000_000 } });
  const variables = { pad: 'x'.repeat(1_400_000) };
  const large = (id: string, query: string) => ({ ...subscribe(id), payload: { query, variables } });
  const { webSocket } = connect(server, [init], [large('1', '{ untilAborted }'), subscribe('2'), large('3', '{ hello }')]);
  const received = messagesOf(webSocket);
  await until(() => server.starts.length === 1 && received.length > 1);
  expect(received[1]).toMatchObject({ id: '3', payload: [{ extensions: { code: 'RATE_LIMITED' } }] });
});

test('nothing of a completed subscription is sent under its id, which another one has', async () => {
  const server = await startSilentServer();
  const invalid = { id: 'x', type: 'subscribe', payload: { query: 'subscription {' } };
  const { webSocket } = connect(server, [init], [invalid, complete('x'), subscribe('x'), { type: 'ping' }]);
  const received = messagesOf(webSocket);
  await until(() => received.length === 2 && server.starts.length === 1);
  expect(received).toEqual([{ type: 'connection_ack' }, { type: 'pong' }]);
});

test.each([1001, 4403])(
  'a WebSocket that ends with %i does so after the operations in progress: clients repeat mutations',
  async (code) => {
    const expiry = code === 4403 && { expiresAt: Date.now() + 1000 };
    const server = await startSilentServer({ authenticate: () => ({ name: 'app', scopes: dataScopes, ...expiry }) });
    const slow = { id: 'slow', type: 'subscribe', payload: { query: '{ slow(ms: 2000) }' } };
    const { webSocket, closed } = connect(server, [init], [slow, subscribe('begun'), subscribe('beginning')]);
    const received = messagesOf(webSocket);
    await until(() => server.starts.length === 2);
    server.starts[0]!();
    if (!expiry) void server.close();
    await until(() => server.counts.ended === 1);
    webSocket.send(JSON.stringify(subscribe('late')));
    server.starts[1]!();
    expect((await closed)[0]).toBe(code);
    expect(received.slice(1)).toEqual([{ ...slow, type: 'next', payload: { data: { slow: 'done' } } }, complete('slow')]);
    expect([server.starts.length, server.counts.ended]).toEqual([2, 2]);
  },
);

test('a client that reads no ping is disconnected whatever pongs it sends, and not one that does; a result has five minutes', async () => {
  const { pass } = stopIntervals();
  const schema = toySchema();
  schema.getQueryType()!.getFields()['hello']!.resolve = () => '名'.repeat(5_000_000);
  const server = await startToyServer({}, { schema });
  const timers = jest.getTimerCount();
  const query = [{ id: '1', type: 'subscribe', payload: { query: '{ hello }' } }];
  const [idle, reading, replying] = [connect(server, [init]), connect(server, [init], query), connect(server, [init])];
  const received = messagesOf(reading.webSocket);
  for (const { webSocket } of [idle, reading]) webSocket.once('message', () => webSocket.pause());
  await pause(1000);
  for (let interval = 0; interval < 25; interval += 1) {
    const pinged = once(replying.webSocket, 'ping');
    pass(12_000);
    idle.webSocket.pong('x');
    await pinged;
    replying.webSocket.ping();
    await once(replying.webSocket, 'pong');
  }
  for (const { webSocket } of [idle, reading]) webSocket.resume();
  expect((await idle.closed)[0]).toBe(1006);
  await until(() => received.length === 3);
  for (const { webSocket } of [reading, replying]) webSocket.close();
  await until(() => jest.getTimerCount() === timers);
});

test('a server that ends refuses WebSockets on connections that are open', async () => {
  const schema = toySchema();
  const server = await startToyServer({}, { schema });
  const socket = await openSocket(server.url);
  schema.getQueryType()!.getFields()['hello']!.resolve = () => {
    void server.close();
    const text = textFrom(socket);
    socket.write(handshake);
    return text;
  };
  expect((await post(server, { query: '{ hello }' })).body.data).toEqual({ hello: expect.stringMatching(/^HTTP\/1.1 503 /) });
  socket.destroy();
});

test('a client that leaves more results unread than MAX_RESPONSE_BYTES is disconnected with 1008', async () => {
  const schema = toySchema();
  const resolve = jest.fn(() => '名'.repeat(5_000_000));
  Object.assign(schema.getQueryType()!.getFields()['hello']!, { resolve });
  const server = await startSilentServer({ schema });
  const operations = [1, 2, 3, 4].map((id) => ({ id: `${id}`, type: 'subscribe', payload: { query: '{ hello }' } }));
  const { webSocket, closed } = connect(server, [init], operations);
  webSocket.once('message', () => webSocket.pause());
  await until(() => resolve.mock.calls.length === operations.length);
  webSocket.resume();
  expect(await closed).toEqual([1008, 'Too many results are unread (MAX_RESPONSE_BYTES). Read them before you request more.']);
});

test('an event is a message with its id and the JSON text of its result', async () => {
  const schema = toySchema();
  schema.getSubscriptionType()!.getFields()['ticks']!.subscribe = async function* () {
    yield* [{ ticks: 1 }, { ticks: 'none' }];
  };
  const received: string[] = [];
  const { webSocket } = connect(await startToyServer({}, { schema }), [init], [subscribe('"名\n')]);
  webSocket.on('message', (data: Buffer) => received.push(data.toString()));
  await until(() => received.length === 4);
  webSocket.close();
  expect(received.slice(1)).toEqual([
    String.raw`{"id":"\"名\n","type":"next","payload":{"data":{"ticks":1}}}`,
    expect.stringMatching(/^\{"id":"\\"名\\n","type":"next","payload":\{"errors":\[\{"message":.*\}\],"data":\{"ticks":null\}\}\}$/),
    String.raw`{"id":"\"名\n","type":"complete"}`,
  ]);
});

describe('an event in progress', () => {
  /** Starts a subscription whose only event ends when its reads are ended, and whose source then fails. */
  async function started(requestTimeoutMs: number) {
    const schema = toySchema();
    const reasons: unknown[] = [];
    const executed = jest.fn();
    Object.assign(schema.getSubscriptionType()!.getFields()['ticks']!, {
      subscribe: async function* () {
        yield {};
        throw new Error('canary');
      },
      resolve: (_source: unknown, _args: unknown, { signal }: ToyContext) => {
        executed();
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(reasons.push(signal.reason)), { once: true }));
      },
    });
    const { webSocket } = connect(await startToyServer({ requestTimeoutMs }, { schema }), [init], [subscribe('x')]);
    const received = messagesOf(webSocket);
    await until(() => executed.mock.calls.length === 1);
    return { webSocket, received, reasons };
  }

  test('its reads end when the subscription does, and it is not sent', async () => {
    const { webSocket, received, reasons } = await started(60_000);
    for (const message of [complete('x'), { type: 'ping' }]) webSocket.send(JSON.stringify(message));
    await until(() => received.length === 2);
    expect({ reasons, received }).toEqual({ reasons: ['cancelled'], received: [{ type: 'connection_ack' }, { type: 'pong' }] });
  });

  test('its reads end after REQUEST_TIMEOUT_MS; the end of its source by an error is a message `error`', async () => {
    const { received, reasons } = await started(50);
    await until(() => received.length === 3);
    expect(reasons).toEqual(['timeout']);
    expect(received[2]).toMatchObject({ id: 'x', type: 'error', payload: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
  });
});

test.each([
  { type: 'connection_ack' },
  { id: '1', type: 'next', payload: { data: null } },
  { id: '1', type: 'error', payload: [{ message: 'x' }] },
])('a message that only a server may send closes the WebSocket with 4400, and is no line above debug: %j', async (message) => {
  const server = await startSilentServer();
  for (const messages of [[message], [init, message]]) {
    server.logged.length = 0;
    expect((await connect(server, messages).closed)[0]).toBe(4400);
    expect(server.logged).toEqual([expect.stringContaining('"level":20')]);
  }
});

test('a connection that breaks the WebSocket protocol is closed, and goes to the log rather than the console', async () => {
  const printed = jest.spyOn(console, 'error').mockImplementation(() => {});
  const server = await startSilentServer();
  const frames = [
    [0x81, 0x01, 0x41],
    [0xff, 0xff, 0xff, 0xff],
    [0x83, 0x80, 0, 0, 0, 0],
    [0x81, 0xff, 0, 0, 0, 255, 255, 255, 255, 255],
    [0x81, 0x82, 0, 0, 0, 0, 0xff, 0xff],
    [0x89, 0xfe, 1, 0],
  ];
  for (const bytes of frames)
    expect(await exchange(server.url, Buffer.concat([Buffer.from(handshake), Buffer.from([...bytes, ...bytes])]))).toMatch(
      /^HTTP\/1\.1 101 /,
    );
  expect(printed).not.toHaveBeenCalled();
  const logged = server.logged.join('');
  expect(logged.match(/the client violated the protocol/g)).toHaveLength(frames.length);
  expect(logged).not.toContain('stack');
  printed.mockRestore();
});

test('a WebSocket gets the subprotocol from those that it offers, and is closed with 4406 without it', async () => {
  const { url } = await startToyServer();
  const webSocket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, ['graphql-ws', 'graphql-transport-ws']);
  await once(webSocket, 'open');
  expect(webSocket.protocol).toBe('graphql-transport-ws');
  for (const offer of ['', 'sec-websocket-protocol: graphql-ws\r\n'])
    expect(await exchange(url, handshake.replace(/sec-websocket-protocol.*\r\n/, offer), /acceptable/)).toContain('\x11\x36');
  webSocket.terminate();
});

test('a client that does not begin within three seconds is disconnected with 4408', async () => {
  const server = await startSilentServer();
  const { pass } = stopTimeouts();
  const [late, begun] = [connect(server, []), connect(server, [init])];
  await Promise.all([once(late.webSocket, 'open'), once(begun.webSocket, 'message')]);
  pass(2_999);
  begun.webSocket.ping();
  await once(begun.webSocket, 'pong');
  expect(late.webSocket.readyState).toBe(WebSocket.OPEN);
  pass(1);
  expect((await late.closed)[0]).toBe(4408);
  expect(begun.webSocket.readyState).toBe(WebSocket.OPEN);
});

test.each([
  ['a second connection_init', 4429, [init, init]],
  ['an operation before the acknowledgement', 4401, [subscribe('x')]],
])('%s closes the WebSocket with %i', async (_what, code, messages) => {
  expect((await connect(await startSilentServer(), messages).closed)[0]).toBe(code);
});

test('credentials in connection_init are texts, with names in any case', async () => {
  const authenticate = jest.fn(() => null);
  const payload = { Authorization: 'Bearer a', 'x-api-key': 1, other: 'b' };
  expect((await connect(await startSilentServer({ authenticate }), [{ ...init, payload }]).closed)[0]).toBe(4403);
  expect(authenticate.mock.calls).toEqual([
    [expect.objectContaining({ host: [expect.any(String)], authorization: ['Bearer a'] }), '127.0.0.1'],
  ]);
  expect(authenticate.mock.calls[0]).not.toHaveProperty([0, 'x-api-key']);
});

test('an unexpected error closes the WebSocket with 4500, and is logged as one', async () => {
  const server = await startSilentServer({ authenticate: () => Promise.reject(new Error('canary')) });
  expect((await connect(server, [init]).closed)[0]).toBe(4500);
  expect(server.logged).toEqual([expect.stringContaining('"level":50')]);
});

test('a request that POST refuses with 400 is an error of its id and a pong is ignored: the connection stays', async () => {
  const ping = { type: 'ping', payload: { text: 'a' } };
  const empty = { id: 'x', type: 'subscribe', payload: { query: '' } };
  const { webSocket } = connect(await startToyServer(), [init], [empty, { type: 'pong' }, ping]);
  const received = messagesOf(webSocket);
  await until(() => received.length === 3);
  expect(received).toContainEqual({ ...ping, type: 'pong' });
  expect(received).toContainEqual({
    id: 'x',
    type: 'error',
    payload: [expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT' } })],
  });
});
