import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { dataScopes, type Caller } from '../../../src/records/caller.js';
import { startListener } from '../../../src/server/http/listener.js';
import { AllowedOrigins } from '../../../src/server/http/router.js';
import type {
  RefusedSubscription,
  StartedSubscription,
  Subscribe,
  SubscriptionRequest,
} from '../../../src/server/subscriptions/subscriptions.js';
import { WebSocketConnection } from '../../../src/server/subscriptions/web-socket-connection.js';
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

test('a message that is not UTF-8 closes the WebSocket with 1007', async () => {
  const server = await startToyServer();
  const webSocket = webSocketTo(server.url);
  const closed = new Promise<number>((resolve) => webSocket.on('close', resolve));
  webSocket.on('open', () =>
    webSocket.send(Buffer.from('{ "type": "ping", "payload": { "name": "M\u00fcller" } }', 'latin1'), { binary: false }),
  );
  expect(await closed).toBe(1007);
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

test.each([
  [[], 4406],
  [['graphql-transport-ws'], 4403],
] as const)('a WebSocket with the subprotocols %j that is refused with %i is not stored', async (protocols, refusedWith) => {
  const subscribe = () => Promise.reject(new Error('no subscription is expected'));
  const origins = new AllowedOrigins({ origins: [], local: false }, pino({ level: 'silent' }), () => 0);
  const webSockets = createWebSockets({ ...optionsOf(subscribe, null), origins, isAllowedHost: () => true });
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
  for (let opened = 0; opened < 5; opened += 1) {
    const webSocket = new WebSocket(`${listener.origin.replace('http', 'ws')}/graphql`, [...protocols]);
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

/** A WebSocket whose client reads only what the test lets it read. */
class UnreadWebSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly bufferedAmount = 0;
  readonly protocol = 'graphql-transport-ws';
  /** The part of ws that reads frames. */
  readonly _receiver = {};
  readonly sent: string[] = [];
  closeCode: number | null = null;
  readonly #written: (() => void)[] = [];

  send(text: string, written: () => void): void {
    this.sent.push((JSON.parse(text) as { type: string }).type);
    this.#written.push(written);
  }

  close(code: number): void {
    this.closeCode = code;
  }

  async read(): Promise<void> {
    for (const written of this.#written.splice(0)) written();
    await turn();
  }

  async receive(message: object): Promise<void> {
    this.emit('message', Buffer.from(JSON.stringify(message)));
    await turn();
  }
}

/** The options of connections on which each subscription starts with this result. */
const optionsOf = (subscribe: Subscribe, caller: Caller | null = { name: 'app', scopes: dataScopes }) => ({
  runtime: {
    authenticate: () => caller,
    refusals: { record: () => {} } as unknown as RefusalAudit,
    formatError: () => ({ message: 'It failed.' }),
    nameForLog: () => null,
    settings: { ...settings, maxBodyValues: 100 },
  },
  subscribe,
  maxMessageBytes: 1000,
  log: pino({ level: 'silent' }),
  now: Date.now,
});

/** A connection that is acknowledged. */
async function connected(start: (request: SubscriptionRequest) => StartedSubscription | RefusedSubscription): Promise<UnreadWebSocket> {
  const webSocket = new UnreadWebSocket();
  const request = { rawHeaders: [], headers: {}, socket: new EventEmitter() } as unknown as IncomingMessage;
  const connection = new WebSocketConnection(
    webSocket as unknown as WebSocket,
    request,
    optionsOf(async (started) => start(started)),
  );
  runAfterwards(() => connection.end(1000, ''));
  await webSocket.receive({ type: 'connection_init' });
  await webSocket.read();
  return webSocket;
}

const query = 'subscription { ticks }';
const refused: RefusedSubscription = { operationName: null, errors: [{ message: 'Not now.' }] };
const failing = (): StartedSubscription => ({
  operationName: null,
  results: { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('It failed.')) }) },
});

describe.each<[string, object, () => StartedSubscription | RefusedSubscription]>([
  ['a start that is refused', { query }, () => refused],
  ['a start whose parameters are invalid', { query, documentId: 1 }, () => refused],
  ['a stream that fails', { query }, failing],
])('the id of %s', (_what, payload, start) => {
  const subscribe = { id: 'x', type: 'subscribe', payload };

  test('is in use until the error is written, even if the client completes the subscription before', async () => {
    const webSocket = await connected(start);
    await webSocket.receive(subscribe);
    expect(webSocket.sent).toEqual(['connection_ack', 'error']);
    await webSocket.receive({ id: 'x', type: 'complete' });
    await webSocket.receive(subscribe);
    expect(webSocket.closeCode).toBe(4409);
  });

  test('may be used again after its error is written', async () => {
    const webSocket = await connected(start);
    for (let time = 0; time < 3; time += 1) {
      await webSocket.receive(subscribe);
      await webSocket.read();
    }
    expect(webSocket.sent.filter((type) => type === 'error')).toHaveLength(3);
    expect(webSocket.closeCode).toBeNull();
  });
});

test('the parameters of a subscription, which may be large, are in memory until it has started, and no longer', async () => {
  let variables: WeakRef<object> | undefined;
  const endless: StartedSubscription = {
    operationName: null,
    results: { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) },
  };
  const webSocket = await connected(({ parameters }) => {
    variables = new WeakRef(parameters.variables!);
    return endless;
  });
  await webSocket.receive({ id: 'x', type: 'subscribe', payload: { query, variables: { large: 'x' } } });
  await until(() => {
    collectGarbage();
    return variables?.deref() === undefined;
  }, 4000);
  expect(webSocket.closeCode).toBeNull();
});
