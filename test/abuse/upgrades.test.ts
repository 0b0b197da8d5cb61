/* Upgrades against the program as a process of its own: an error event without a listener would end it. */

import { compiledProgram, startChild, type ChildProgram } from '../support/child-program.js';
import { freePort } from '../support/free-port.js';
import { exchange, openSocket, socketsOf, textFrom } from '../support/sockets.js';
import { until } from '../support/until.js';

const offer = (path: string, headers: readonly string[] = [], method = 'GET') =>
  [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', 'connection: Upgrade', 'upgrade: websocket', ...headers, '', ''].join('\r\n');
const handshake = [
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version: 13',
  'sec-websocket-protocol: graphql-transport-ws',
];

const refused: [string, string, number][] = [
  ['at another path', offer('/nope'), 404],
  ['of another origin', offer('/graphql', [...handshake, 'origin: https://evil.example']), 403],
  ['for another host', offer('/graphql', handshake).replace('127.0.0.1', 'evil.example'), 421],
  ['without a key', offer('/graphql'), 400],
  ['in another version', offer('/graphql', ['sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version: 99']), 400],
  ['with a body', offer('/graphql', [...handshake, 'content-length: 5']), 400],
];

let program: ChildProgram;
let adminUrl: string;
beforeAll(async () => {
  compiledProgram();
  const ADMIN_PORT = String(await freePort());
  adminUrl = `http://127.0.0.1:${ADMIN_PORT}`;
  // A check-in of the sandbox would open a connection within the program.
  program = await startChild({ ADMIN_PORT, SANDBOX_LIVE: 'false' });
}, 120_000);

/** How both ports respond, and whether the process has ended. */
const state = async () => [
  (await fetch(`${program.url}/healthz`)).status,
  (await fetch(`${adminUrl}/healthz`)).status,
  program.process.exitCode,
];
const alive = [200, 200, null];

describe.each([...refused, ['that is accepted', offer('/graphql', handshake), 101]])('an upgrade %s', (what, bytes) => {
  test.each<[string, (socket: Awaited<ReturnType<typeof openSocket>>) => void]>([
    ['is reset', (socket) => socket.resetAndDestroy()],
    ['is closed before its response is read', (socket) => socket.destroy()],
    ['is ended', (socket) => socket.end()],
    ['is reset when its response has come', (socket) => void socket.once('readable', () => socket.resetAndDestroy())],
  ])(`the program survives an upgrade ${what} that %s`, async (_how, leave) => {
    const sockets: Awaited<ReturnType<typeof openSocket>>[] = [];
    for (const url of [program.url, adminUrl]) {
      for (let time = 0; time < 10; time += 1) {
        const socket = await openSocket(url);
        sockets.push(socket);
        socket.write(bytes, () => leave(socket));
      }
    }
    expect(await state()).toEqual(alive);
    // One that is only ended stays open until its response is read.
    for (const socket of sockets) socket.destroy();
  });
});

test.each(refused)('an upgrade %s gets its status', async (_what, bytes, status) => {
  expect(await exchange(program.url, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('the socket of a refused upgrade is gone within ten seconds, whatever its peer does', async () => {
  const before = socketsOf(program.process.pid!);
  const held = await Promise.all(
    refused.flatMap(([, bytes]) => [1, 2, 3, 4].map(async () => ({ socket: await openSocket(program.url), bytes }))),
  );
  for (const { socket, bytes } of held) socket.write(bytes);
  await Promise.all(held.map(({ socket }) => textFrom(socket)));
  expect(held.every(({ socket }) => !socket.writableEnded)).toBe(true);
  await until(() => socketsOf(program.process.pid!) <= before, 10_000);
  for (const { socket } of held) socket.destroy();
});

test('a socket with bytes that are not HTTP is gone within ten seconds', async () => {
  const before = socketsOf(program.process.pid!);
  const held = await Promise.all([program.url, adminUrl].flatMap((url) => Array.from({ length: 10 }, () => openSocket(url))));
  for (const socket of held) socket.write('SSH-2.0-x\r\n\r\n');
  await Promise.all(held.map((socket) => textFrom(socket)));
  await until(() => socketsOf(program.process.pid!) <= before, 10_000);
  for (const socket of held) socket.destroy();
  expect(await state()).toEqual(alive);
});
