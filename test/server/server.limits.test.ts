/* The limits on what a caller sends and holds, over real sockets. */

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { PushStream } from '../../src/primitives/push-stream.js';
import { openSocket, webSocketTo } from '../support/sockets.js';
import { stopTimeouts } from '../support/stopped-clock.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { call, post, postTo, startToyServer, toySchema, type ToyContext } from './toy-server.js';

const maxBodyValues = 50;
/** Parameters whose JSON has this many values, of which four are around those in the list. */
const parameters = (query: string, values: number) => ({ query, variables: { x: times(values - 4, () => ({})) } });
const tooMany = { code: 'QUERY_TOO_COMPLEX', limit: 'MAX_BODY_VALUES', maximum: maxBodyValues, actual: maxBodyValues + 1 };
const subscription = 'subscription { ticks }';

/** A toy server whose subscriptions send nothing, and count as open until they end. */
async function startSilentServer() {
  const open = { count: 0 };
  const schema = toySchema();
  const subscribe = (_source: unknown, _args: object, { signal }: ToyContext) => {
    open.count += 1;
    const silent = new PushStream(
      () => true,
      () => (open.count -= 1),
    );
    return silent.endedBy(signal);
  };
  Object.assign(schema.getSubscriptionType()!.getFields()['ticks']!, { subscribe });
  const server = await startToyServer({ maxBodyValues }, { schema });
  return { server, open };
}

interface Message {
  readonly id?: string;
  readonly type: string;
  readonly payload?: readonly { readonly extensions?: object }[];
}

type Client = ReturnType<typeof connect>;
/** A WebSocket with what it has received. */
function connect(url: string) {
  const webSocket = webSocketTo(url);
  const messages: Message[] = [];
  webSocket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as Message));
  const closed = new Promise<number>((resolve) => webSocket.on('close', resolve));
  runAfterwards(() => webSocket.terminate());
  const send = (message: object) => webSocket.send(JSON.stringify(message));
  const acknowledged = async () => {
    await new Promise((resolve) => webSocket.on('open', resolve));
    send({ type: 'connection_init' });
    await until(() => messages.length === 1);
  };
  return { webSocket, messages, closed, send, acknowledged };
}

describe('JSON with more values than MAX_BODY_VALUES', () => {
  test.each([
    ['a body', (url: string, values: number) => post({ url }, parameters('{ hello }', values))],
    ['a body of a stream', (url: string, values: number) => postTo(`${url}/graphql/stream`, parameters('{ hello }', values))],
    [
      'the variables of a query string',
      (url: string, values: number) =>
        call(`${url}/graphql?query={hello}&variables=${encodeURIComponent(JSON.stringify({ x: Array(values - 2).fill(1) }))}`),
    ],
  ])('in %s gets 413, and not at the limit', async (_where, send) => {
    const { url } = await startToyServer({ maxBodyValues });
    expect((await send(url, maxBodyValues)).status).toBe(200);
    const refused = await send(url, maxBodyValues + 1);
    expect({ status: refused.status, extensions: refused.body.errors?.[0]?.extensions }).toEqual({ status: 413, extensions: tooMany });
  });

  test('too many values in a subscribe message are an error of that subscription, and the connection stays', async () => {
    const { server } = await startSilentServer();
    const { messages, send, acknowledged } = connect(server.url);
    await acknowledged();
    const payload = parameters(subscription, maxBodyValues + 1 - 3);
    send({ id: 'x', type: 'subscribe', payload });
    // As Apollo iOS sorts them.
    send({ id: 'x', payload, type: 'subscribe' });
    send({ type: 'ping' });
    await until(() => messages.length === 4);
    const error = { id: 'x', type: 'error', payload: [{ extensions: tooMany }] };
    expect(messages.slice(1)).toMatchObject([error, error, { type: 'pong' }]);
  });

  test.each(['connection_init', 'ping', 'subscribe'])(
    'too many values in a %s before the acknowledgement close with 4400',
    async (type) => {
      const { server } = await startSilentServer();
      const { webSocket, closed, send } = connect(server.url);
      webSocket.on('open', () => send({ id: 'x', type, payload: parameters(subscription, maxBodyValues) }));
      expect(await closed).toBe(4400);
    },
  );
});

describe('a message of a WebSocket', () => {
  const ping = (length: number) => JSON.stringify({ type: 'ping', payload: { pad: 'x'.repeat(length - 35) } });

  test('a message of more than 8 KiB closes with 1009 before the acknowledgement, and is accepted after it', async () => {
    const { server } = await startSilentServer();
    const early = connect(server.url);
    early.webSocket.on('open', () => early.webSocket.send(ping(8 * 1024 + 100)));
    expect(await early.closed).toBe(1009);
    const { webSocket, messages, acknowledged } = connect(server.url);
    await acknowledged();
    webSocket.send(ping(90_000));
    await until(() => messages.length === 2);
    expect(messages[1]?.type).toBe('pong');
  });

  test('a message has 64 fragments; one more closes with 1008', async () => {
    const { server } = await startSilentServer();
    const { webSocket, messages, closed, acknowledged } = connect(server.url);
    await acknowledged();
    const text = ping(100);
    const sendIn = (fragments: number) => {
      for (let at = 0; at < fragments - 1; at += 1) webSocket.send(text[at]!, { fin: false });
      webSocket.send(text.slice(fragments - 1), { fin: true });
    };
    sendIn(64);
    await until(() => messages.length === 2);
    sendIn(65);
    expect(await closed).toBe(1008);
  });

  test('a message that stops in fragments, in a frame or in its head closes with 1008 after ten seconds, whatever pings follow', async () => {
    const { server } = await startSilentServer();
    const beginnings = [[0x01, 0x81, 0, 0, 0, 0, 0x7b], [0x81, 0x85, 0, 0, 0, 0, 0x7b], [0x81]];
    const connections = beginnings.map(() => connect(server.url));
    await Promise.all(connections.map(({ acknowledged }) => acknowledged()));
    const { pass } = stopTimeouts();
    for (const [index, { webSocket }] of connections.entries()) {
      const { _socket: socket } = webSocket as unknown as { readonly _socket: Socket };
      socket.write(Buffer.from(beginnings[index]!));
    }
    await until(() => jest.getTimerCount() === 3);
    pass(9_999);
    connections[0]!.webSocket.ping();
    await once(connections[0]!.webSocket, 'pong');
    expect(connections.map(({ webSocket }) => webSocket.readyState)).toEqual([1, 1, 1]);
    pass(1);
    expect(await Promise.all(connections.map(({ closed }) => closed))).toEqual([1008, 1008, 1008]);
  });
});

const request = (body: object) => {
  const text = JSON.stringify(body);
  return `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
};

test('requests that a connection sends ahead are served one after the other, and get their responses in order', async () => {
  const schema = toySchema();
  const events: string[] = [];
  const resolve = async (_source: unknown, { text }: { text: string }) => {
    events.push(`begin ${text}`);
    await new Promise((done) => setTimeout(done, 5));
    events.push(`end ${text}`);
    return text;
  };
  Object.assign(schema.getQueryType()!.getFields()['echo']!, { resolve });
  const server = await startToyServer({}, { schema });
  const socket = await openSocket(server.url);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  const ids = times(40, (index) => `<${index}>`);
  for (const id of ids) socket.write(request({ query: `{ echo(text: "${id}") }`, extensions: { pad: 'x'.repeat(5_000) } }));
  await until(() => received.includes(ids.at(-1)!));
  expect({ events, responses: received.match(/<\d+>/g) }).toEqual({
    events: ids.flatMap((id) => [`begin ${id}`, `end ${id}`]),
    responses: ids,
  });
  socket.destroy();
});

test('a connection has 20 subscriptions, and a caller 200 over all transports; those that end make room', async () => {
  const { server, open } = await startSilentServer();
  const subscribed = async () => {
    const connection = connect(server.url);
    await connection.acknowledged();
    for (let id = 0; id < 21; id += 1) connection.send({ id: String(id), type: 'subscribe', payload: { query: subscription } });
    await until(() => connection.messages.length === 2);
    expect(connection.messages[1]).toMatchObject({ id: '20', type: 'error', payload: [{ extensions: { code: 'RATE_LIMITED' } }] });
    return connection;
  };
  const first = await subscribed();
  for (let connections = 1; connections < 9; connections += 1) await subscribed();
  const streams = times(20, () => new AbortController());
  const stream = (signal?: AbortSignal) =>
    fetch(`${server.url}/graphql/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: subscription }),
      ...(signal && { signal }),
    });
  for (const { signal } of streams) await stream(signal);
  expect(open.count).toBe(200);
  expect(await (await stream()).text()).toContain('"RATE_LIMITED"');
  first.send({ id: '0', type: 'complete' });
  streams[0]!.abort();
  await until(() => open.count === 198);
  const more = [new AbortController(), new AbortController()];
  for (const { signal } of more) await stream(signal);
  await until(() => open.count === 200);
  for (const controller of [...streams, ...more]) controller.abort();
});

test('subscriptions to different documents are refused beyond 16 MiB of a caller, to one of them are not, until one ends', async () => {
  const { server, open } = await startSilentServer();
  // Each takes 64 KiB as text, and four times as much prepared.
  const to = (index: number) => ({ query: `${subscription} # ${index} ${'x'.repeat(65_000)}` });
  const connections: Client[] = [];
  for (let index = 0; index < 4; index += 1) {
    const { send, messages, acknowledged } = (connections[index] = connect(server.url));
    await acknowledged();
    for (let id = 0; id < 19; id += 1) send({ id: String(id), type: 'subscribe', payload: to(19 * index + id) });
    await until(() => open.count + messages.length === 19 * (index + 1) + 1);
  }
  expect(open.count).toBe(63);
  const [{ send: sendFirst }, , , { send, messages }] = connections as [Client, Client, Client, Client];
  expect(messages.at(-1)).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'RATE_LIMITED' } }] });
  send({ id: 'known', type: 'subscribe', payload: to(0) });
  await until(() => open.count === 64);
  sendFirst({ id: '1', type: 'complete' });
  await until(() => open.count === 63);
  send({ id: 'other', type: 'subscribe', payload: to(100) });
  await until(() => open.count === 64);
});

test('what a connection sends ahead of a stream waits unread', async () => {
  const { server, open } = await startSilentServer();
  const socket = await openSocket(server.url);
  // So long that a read has fewer requests than a connection may have unfinished.
  const body = JSON.stringify({ query: subscription }).padEnd(6_000);
  const one = `POST /graphql/stream HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  for (let sent = 0; sent < 2_000; sent += 1) socket.write(one);
  await until(() => open.count === 1);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  // The rest does not leave this process.
  expect({ open: open.count, unread: socket.writableLength > 1_000_000 }).toEqual({ open: 1, unread: true });
  socket.destroy();
});
