import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { dataScopes, type Caller } from '../../../src/records/caller.js';
import { startListener } from '../../../src/server/http/listener.js';
import { AllowedOrigins } from '../../../src/server/http/router.js';
import type { Subscribe } from '../../../src/server/subscriptions/subscriptions.js';
import { createWebSockets } from '../../../src/server/subscriptions/web-socket.js';
import type { RefusalAudit } from '../../../src/server/telemetry/audit.js';
import { closedAfterwards } from '../../support/afterwards.js';
import { handshake, openSocket, textFrom, webSocketTo } from '../../support/sockets.js';
import { until } from '../../support/until.js';
import { settings, startToyServer, toySchema } from '../toy-server.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A ping of the protocol, 60 kB long: the reply is as long. */
const largePing = Buffer.from(JSON.stringify({ type: 'ping', payload: { pad: 'x'.repeat(60_000) } }));
const ping = Buffer.concat([Buffer.from([0x81, 0xfe, largePing.length >> 8, largePing.length & 255, 0, 0, 0, 0]), largePing]);

test('a WebSocket that sends pings and reads no reply is disconnected before the replies fill the memory', async () => {
  const server = await startToyServer();
  const socket = await openSocket(server.url);
  socket.write(handshake);
  await textFrom(socket, /\r\n\r\n/);
  socket.pause();
  for (let sent = 0; sent < 1000 && !socket.destroyed; sent += 1) {
    socket.write(ping);
    await pause(2);
  }
  expect(socket.destroyed).toBe(true);
  socket.destroy();
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test.each(['x', 'x'.repeat(1000), '名'.repeat(1000)])(
  'a subscription id that is used twice closes the WebSocket with 4409, however long it is',
  async (id) => {
    const schema = toySchema();
    const silent: AsyncIterableIterator<never> = {
      next: () => new Promise(() => {}),
      return: () => Promise.resolve({ done: true, value: undefined }),
      [Symbol.asyncIterator]: () => silent,
    };
    schema.getSubscriptionType()!.getFields()['ticks']!.subscribe = () => silent;
    const logged: string[] = [];
    const server = await startToyServer({}, { schema, log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }) });
    const webSocket = webSocketTo(server.url);
    const closed = new Promise<[code: number, reason: string]>((resolve) =>
      webSocket.on('close', (code, reason) => resolve([code, reason.toString()])),
    );
    const send = (message: object) => webSocket.send(JSON.stringify(message));
    const subscribe = () => send({ id, type: 'subscribe', payload: { query: 'subscription { ticks }' } });
    webSocket.on('open', () => send({ type: 'connection_init' }));
    webSocket.once('message', () => {
      subscribe();
      subscribe();
    });
    const [code, reason] = await closed;
    expect({ code, reason: reason.slice(0, 16), logged }).toEqual({ code: 4409, reason: `Subscriber for ${id[0]}`, logged: [] });
  },
);

test.each([
  { type: 'connection_ack' },
  { id: '1', type: 'next', payload: { data: null } },
  { id: '1', type: 'error', payload: [{ message: 'x' }] },
])('a message that only a server may send closes the WebSocket with 4400, and is no line above debug: %j', async (message) => {
  const levels: number[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void levels.push((JSON.parse(line) as { level: number }).level) });
  const server = await startToyServer({}, { log });
  for (const before of [[], [{ type: 'connection_init' }]]) {
    levels.length = 0;
    const webSocket = webSocketTo(server.url);
    webSocket.on('open', () => [...before, message].forEach((sent) => webSocket.send(JSON.stringify(sent))));
    expect(await new Promise((resolve) => webSocket.on('close', resolve))).toBe(4400);
    expect(levels).toEqual([20]);
  }
});

test('a client that reuses the id of a subscription before it has ended neither exceeds the limit nor leaves a stream open', async () => {
  const attempts = 25;
  const schema = toySchema();
  const starts: (() => void)[] = [];
  let ended = 0;
  const newStream = (): AsyncIterableIterator<never> => {
    const stream: AsyncIterableIterator<never> = {
      next: () => new Promise(() => {}),
      return: async () => {
        ended += 1;
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]: () => stream,
    };
    return stream;
  };
  schema.getSubscriptionType()!.getFields()['ticks']!.subscribe = () => new Promise((resolve) => starts.push(() => resolve(newStream())));
  const server = await startToyServer({}, { schema });
  const webSocket = webSocketTo(server.url);
  let code = 0;
  webSocket.on('close', (closeCode) => (code = closeCode));
  const send = (message: object) => webSocket.send(JSON.stringify(message));
  webSocket.on('open', () => send({ type: 'connection_init' }));
  webSocket.once('message', () => {
    for (let sent = 0; sent < attempts; sent += 1) {
      send({ id: 'x', type: 'complete' });
      send({ id: 'x', type: 'subscribe', payload: { query: 'subscription { ticks }' } });
    }
  });
  await until(() => code !== 0 || starts.length === attempts);
  for (const start of starts) start();
  await pause(50);
  webSocket.terminate();
  await until(() => code !== 0);
  await pause(50);
  expect({ code, starts: starts.length, ended }).toEqual({ code: 4409, starts: 1, ended: 1 });
});

const refused: Subscribe = () => Promise.reject(new Error('no subscription is expected'));

/** The WebSockets of a listener, whose subscriptions start by a function. Without a caller each is refused. */
async function startListening(subscribe: Subscribe, caller: Caller | null) {
  const webSockets = createWebSockets({
    runtime: {
      authenticate: () => caller,
      refusals: { record: () => {} } as unknown as RefusalAudit,
      nameForLog: () => null,
      settings,
    },
    subscribe,
    origins: new AllowedOrigins({ origins: [], local: false }, pino({ level: 'silent' }), () => 0),
    isAllowedHost: () => true,
    log: pino({ level: 'silent' }),
  });
  const requests: WeakRef<IncomingMessage>[] = [];
  const listener = await startListener({
    host: '127.0.0.1',
    port: 0,
    maxBodyBytes: 1000,
    handle: () => ({ status: 200, headers: {}, body: '' }),
    onWebSocket: (message, socket, head) => {
      requests.push(new WeakRef(message));
      webSockets.onWebSocket(message, socket, head);
    },
  });
  closedAfterwards({ close: () => listener.close(0) });
  return { url: listener.origin, requests };
}

test.each([
  [[], 4406],
  [['graphql-transport-ws'], 4403],
] as const)('a WebSocket with the subprotocols %j that is refused with %i is not stored', async (protocols, refusedWith) => {
  const { url, requests } = await startListening(refused, null);
  for (let opened = 0; opened < 5; opened += 1) {
    const webSocket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, [...protocols]);
    webSocket.on('open', () => webSocket.send(JSON.stringify({ type: 'connection_init' })));
    expect((await once(webSocket, 'close'))[0]).toBe(refusedWith);
  }
  const stored = () => requests.filter((request) => request.deref() !== undefined).length;
  // The last connection may be reachable from the stack or a timer for a while.
  await until(() => {
    collectGarbage();
    return stored() <= 1;
  }, 4000);
  expect(requests).toHaveLength(5);
});

test('the parameters of a subscription, which may be large, are in memory until it has started, and no longer', async () => {
  let variables: WeakRef<object> | undefined;
  const endless = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
  const subscribe: Subscribe = async ({ parameters }) => {
    variables = new WeakRef(parameters.variables!);
    return { operationName: null, messages: endless };
  };
  const { url } = await startListening(subscribe, { name: 'app', scopes: dataScopes });
  const webSocket = webSocketTo(url);
  webSocket.on('open', () => webSocket.send(JSON.stringify({ type: 'connection_init' })));
  await once(webSocket, 'message');
  const payload = { query: 'subscription { ticks }', variables: { large: 'x' } };
  webSocket.send(JSON.stringify({ id: 'x', type: 'subscribe', payload }));
  await until(() => {
    collectGarbage();
    return variables !== undefined && variables.deref() === undefined;
  }, 4000);
  expect(webSocket.readyState).toBe(webSocket.OPEN);
  webSocket.terminate();
});
