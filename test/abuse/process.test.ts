/*
 * The program as a process of its own, which an error event without a listener would end: upgrades, a log that is not read, and too many
 * open files.
 */

import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild, type ChildProgram } from '../support/child-program.js';
import { openSocket, socketsOf, textFrom } from '../support/sockets.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';

let program: ChildProgram;
beforeAll(async () => {
  // A check-in of the sandbox would open a connection within the program.
  program = await startChild({ LOG_LEVEL: 'debug', SANDBOX_LIVE: 'false' }, { ulimit: '-n 160' });
}, 120_000);

const health = async (url = program.url) => (await fetch(`${url}/healthz`)).status;
/** How both ports respond, and whether the process has ended. */
const state = async () => [await health(), await health(program.adminUrl), program.process.exitCode];
const alive = [200, 200, null];

const offer = (path: string, ...headers: readonly string[]) =>
  [`GET ${path} HTTP/1.1`, 'host: 127.0.0.1', 'connection: Upgrade', 'upgrade: websocket', ...headers, '', ''].join('\r\n');
const handshake = [
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version: 13',
  'sec-websocket-protocol: graphql-transport-ws',
];
const refused: readonly (readonly [bytes: string, status: number])[] = [
  [offer('/nope'), 404],
  [offer('/graphql', ...handshake, 'origin: https://evil.example'), 403],
  [offer('/graphql', ...handshake).replace('127.0.0.1', 'evil.example'), 421],
  [offer('/graphql'), 400],
  [offer('/graphql', 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version: 99'), 400],
  [offer('/graphql', ...handshake, 'content-length: 5'), 400],
];

test.each<[string, (socket: Socket) => void]>([
  ['are reset', (socket) => socket.resetAndDestroy()],
  ['are closed before their response is read', (socket) => socket.destroy()],
  ['are ended', (socket) => socket.end()],
  ['are reset when their response has come', (socket) => void socket.once('readable', () => socket.resetAndDestroy())],
])('the program survives upgrades, refused and accepted, that %s', async (_how, leave) => {
  for (const bytes of [...refused.map(([each]) => each), offer('/graphql', ...handshake)]) {
    const sockets = await Promise.all([program.url, program.adminUrl].flatMap((url) => times(10, () => openSocket(url))));
    for (const socket of sockets) socket.write(bytes, () => leave(socket));
    expect(await state()).toEqual(alive);
    // One that is only ended stays open until its response is read.
    for (const socket of sockets) socket.destroy();
  }
});

test('a refused upgrade gets its status, and its socket, as one with bytes that are not HTTP, is gone within ten seconds', async () => {
  const before = socketsOf(program.process.pid!);
  const sent = [
    ...refused.map(([bytes, status]) => [program.url, bytes, status] as const),
    ...[program.url, program.adminUrl].map((url) => [url, 'SSH-2.0-x\r\n\r\n', 400] as const),
  ];
  const held = await Promise.all(
    [...sent, ...sent, ...sent].map(async ([url, bytes, status]) => ({ socket: await openSocket(url), bytes, status })),
  );
  for (const { socket, bytes } of held) socket.write(bytes);
  const responses = await Promise.all(held.map(({ socket }) => textFrom(socket)));
  expect(responses.map((text) => text.slice(0, 12))).toEqual(held.map(({ status }) => `HTTP/1.1 ${status}`));
  expect(held.every(({ socket }) => !socket.writableEnded)).toBe(true);
  await until(() => socketsOf(program.process.pid!) <= before, 10_000);
  for (const { socket } of held) socket.destroy();
  expect(await state()).toEqual(alive);
});

test('the program goes on if the reader of its log ends', async () => {
  program.process.stdout!.destroy();
  program.process.stderr!.destroy();
  for (let time = 0; time < 20; time += 1) expect(await health()).toBe(200);
  await pause(200);
  expect(await state()).toEqual(alive);
});

test('more connections than the process may have open files do not end the program, and it serves again when they are gone', async () => {
  const query = '/graphql?query={activity{tickets{id}}}';
  const sockets: Socket[] = [];
  for (let round = 0; round < 5; round += 1) {
    const opened = await Promise.allSettled(times(50, () => openSocket(program.url)));
    for (const result of opened) if (result.status === 'fulfilled') sockets.push(result.value);
    for (const socket of sockets) socket.write(`GET ${query} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    await pause(200);
  }
  for (const socket of sockets) socket.destroy();
  await until(async () => (await health().catch(() => null)) === 200, 30_000);
  expect(program.process.exitCode).toBeNull();
  const { data } = (await (await fetch(program.url + query)).json()) as { data: { activity: { tickets: unknown[] } } };
  expect(data.activity.tickets.length).toBeGreaterThan(0);
});
