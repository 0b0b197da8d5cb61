/* Subscriptions whose token expires while they run, over both transports. */

import { once } from 'node:events';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { programOver, type ProgramUnderTest } from '../../support/program.js';
import { handshake, openSocket, textFrom, webSocketTo } from '../../support/sockets.js';
import { tokenIssuer, type TokenIssuer } from '../../support/token-issuer.js';

let issuer: TokenIssuer;
let service: FakeService;
let program: ProgramUnderTest;

beforeAll(async () => {
  let sold = 0;
  issuer = await tokenIssuer();
  service = await fakeService({
    '/api/ticket/data': () => ({ code: 1, data: [{ id: 1, name: 'T', num: 1000, sold_num: (sold += 1), money: 9 }] }),
  });
  program = await programOver(service.url, issuer.settings);
});

const authorizationFor = async (seconds: number) =>
  `Bearer ${await issuer.sign({ exp: Date.now() / 1000 + seconds, scope: 'content:read' })}`;
const query = 'subscription { ticketStock(every: 1) { remainingStock } }';
const subscribe = (id: string) => JSON.stringify({ id, type: 'subscribe', payload: { query } });

/** A WebSocket that has been acknowledged and has subscribed, and what it receives. */
async function subscribed(seconds: number) {
  const socket = webSocketTo(program.url);
  const received: string[] = [];
  socket.on('message', (data: Buffer) => received.push((JSON.parse(data.toString()) as { type: string }).type));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: await authorizationFor(seconds) } }));
  await once(socket, 'message');
  socket.send(subscribe('1'));
  return { socket, received };
}

async function closedWebSocket() {
  const { socket, received } = await subscribed(4);
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  return { code, reason: reason.toString(), types: new Set(received) };
}

/** A WebSocket whose client ignores the close, and subscribes after it. @returns what it received since then */
async function deafWebSocket() {
  const socket = await openSocket(program.url);
  const frame = (message: string) => {
    const payload = Buffer.from(message.padEnd(200));
    return Buffer.concat([Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]), payload]);
  };
  socket.write(handshake);
  await textFrom(socket, /\r\n\r\n/);
  socket.write(frame(JSON.stringify({ type: 'connection_init', payload: { authorization: await authorizationFor(4) } })));
  await textFrom(socket, /The credential has expired/);
  const rest = textFrom(socket);
  for (let id = 0; id < 10; id += 1) socket.write(frame(subscribe(`after the end ${id}`)));
  return rest;
}

async function endedStream() {
  const response = await fetch(`${program.url}/graphql/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: await authorizationFor(4) },
    body: JSON.stringify({ query }),
  });
  return response.text();
}

test('when its token expires, a WebSocket ends with 4403, an event stream without `complete`, and their polls end with them', async () => {
  const [webSocket, deaf, stream] = await Promise.all([closedWebSocket(), deafWebSocket(), endedStream()]);
  expect(webSocket).toEqual({
    code: 4403,
    reason: 'The credential has expired. Connect again with a new one.',
    types: new Set(['connection_ack', 'next']),
  });
  // It starts no further subscription.
  expect(deaf).toBe('');
  expect(stream).toMatch(/^event: next/);
  expect(stream).not.toContain('event: complete');
  const polls = () => service.hitsOf('/ticket/data').length;
  const before = polls();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(polls()).toBeLessThanOrEqual(before + 1);
});

test('a token that expires in a thousand years ends nothing now', async () => {
  const { socket, received } = await subscribed(1000 * 31_556_952);
  while (received.filter((type) => type === 'next').length < 2) await once(socket, 'message');
  expect(socket.readyState).toBe(socket.OPEN);
  socket.close();
});
