import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { exportJWK, SignJWT } from 'jose';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { httpServer, type HttpServer } from '../../support/http-server.js';
import { programOver, type ProgramUnderTest } from '../../support/program.js';
import { exchange, handshake, openSocket, textFrom, webSocketTo } from '../../support/sockets.js';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let keys: HttpServer;
let service: FakeService;
let program: ProgramUnderTest;
let sold = 0;
const polls = () => service.hitsOf('/ticket/data').length;

beforeAll(async () => {
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'ec' }] };
  keys = await httpServer((_request, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(jwks)));
});
beforeEach(async () => {
  service = await fakeService({
    '/api/ticket/data': () => ({ code: 1, data: [{ id: 1, name: 'T', num: 1000, sold_num: (sold += 1), money: 9 }] }),
  });
  program = await programOver(service.url, {
    AUTH_JWKS_URL: keys.url,
    AUTH_JWT_ISSUER: 'https://issuer.example',
    AUTH_JWT_AUDIENCE: 'graph',
  });
});

const token = (exp: number) =>
  new SignJWT({ iss: 'https://issuer.example', aud: 'graph', sub: 'alice', exp, scope: 'content:read' })
    .setProtectedHeader({ alg: 'ES256', kid: 'ec' })
    .sign(pair.privateKey);
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const query = 'subscription { ticketStock(every: 1) { remainingStock } }';
const subscribe = (id: string) => JSON.stringify({ id, type: 'subscribe', payload: { query } });

/** A WebSocket that has been acknowledged, and what it receives. */
async function connected(authorization: string) {
  const socket = webSocketTo(program.url);
  const received: string[] = [];
  socket.on('message', (data: Buffer) => received.push((JSON.parse(data.toString()) as { type: string }).type));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
  await once(socket, 'message');
  return { socket, received };
}

test('a WebSocket ends with 4403 when its token expires, and its polls end with it', async () => {
  const { socket, received } = await connected(`Bearer ${await token(inSeconds(4))}`);
  socket.send(subscribe('1'));
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  expect({ code, reason: reason.toString() }).toEqual({ code: 4403, reason: 'The credential has expired. Connect again with a new one.' });
  expect(received).toContain('next');
  const before = polls();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(polls()).toBeLessThanOrEqual(before + 1);
});

test('a WebSocket whose client ignores the close starts no further subscription', async () => {
  const socket = await openSocket(program.url);
  const frame = (text: string) => {
    const payload = Buffer.from(text);
    return Buffer.concat([Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]), payload]);
  };
  socket.write(handshake);
  await textFrom(socket, /\r\n\r\n/);
  socket.write(
    frame(
      JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${await token(inSeconds(4))}`, pad: 'x'.repeat(200) } }),
    ),
  );
  await textFrom(socket, /connection_ack/);
  await textFrom(socket, /The credential has expired/);
  for (let id = 0; id < 10; id += 1) socket.write(frame(subscribe(`after the end ${id}${' '.repeat(100)}`)));
  await textFrom(socket);
  expect(polls()).toBe(0);
  socket.destroy();
});

test('an event stream ends when its token expires, without `complete`, and its polls end with it', async () => {
  const response = await fetch(`${program.url}/graphql/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await token(inSeconds(4))}` },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  expect(text).toMatch(/^event: next/);
  expect(text).not.toContain('event: complete');
  const before = polls();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(polls()).toBeLessThanOrEqual(before + 1);
});

test('a token that expires in a thousand years ends nothing now', async () => {
  const { socket, received } = await connected(`Bearer ${await token(inSeconds(1000 * 31_556_952))}`);
  socket.send(subscribe('1'));
  while (received.filter((type) => type === 'next').length < 2) await once(socket, 'message');
  expect(socket.readyState).toBe(socket.OPEN);
  socket.close();
});

test('a connection that breaks the WebSocket protocol is closed, and goes to the log rather than the console', async () => {
  const printed = jest.spyOn(console, 'error').mockImplementation(() => {});
  const frames = [
    [0x81, 0x01, 0x41],
    [0xff, 0xff, 0xff, 0xff],
    [0x83, 0x80, 0, 0, 0, 0],
    [0x81, 0xff, 0, 0, 0, 255, 255, 255, 255, 255],
    [0x81, 0x82, 0, 0, 0, 0, 0xff, 0xff],
    [0x89, 0xfe, 1, 0],
  ];
  for (const bytes of frames) {
    expect(await exchange(program.url, Buffer.concat([Buffer.from(handshake), Buffer.from(bytes), Buffer.from(bytes)]))).toMatch(
      /^HTTP\/1\.1 101 /,
    );
  }
  expect(printed).not.toHaveBeenCalled();
  expect(program.logs().match(/the client violated the protocol/g)).toHaveLength(frames.length);
  expect(program.logs()).not.toContain('stack');
  printed.mockRestore();
});
