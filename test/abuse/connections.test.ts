import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { listenerTimeouts } from '../../src/server/http/listener.js';
import { post, startToyServer } from '../server/toy-server.js';
import type { ProgramUnderTest } from '../support/program.js';
import { credential, liveProgram, send } from './attacked-program.js';
import { httpAttacks, queryAttacks, raw } from './attacks.js';

let program: ProgramUnderTest;
beforeAll(async () => (program = await liveProgram()));

const alive = async () => (await fetch(`${program.url}/healthz`)).status;
const head = `POST /graphql HTTP/1.1\r\nhost: x\r\nx-api-key: ${credential}\r\ncontent-type: application/json\r\n`;

test('during a mixed burst of attacks, health and ordinary operations are served', async () => {
  const burst = { over: false };
  /** Repeats a request until the burst is over. @returns the statuses of the responses */
  const repeated = async (ask: () => Promise<{ readonly status: number }>) => {
    const statuses: number[] = [];
    for (; !burst.over; await pause(20)) statuses.push((await ask()).status);
    return statuses;
  };
  const health = repeated(() => fetch(`${program.url}/healthz`));
  const ordinary = repeated(() => send(program, { body: '{"query":"{ activity { tickets { id } } }"}' }));
  const attacks = [...queryAttacks, ...httpAttacks];
  await Promise.all(
    Array.from({ length: 2 }, async (_, client) => {
      for (const index of attacks.keys()) await send(program, attacks[(index + client * 10) % attacks.length]!);
    }),
  );
  burst.over = true;
  expect((await health).length).toBeGreaterThan(3);
  expect(new Set([...(await health), ...(await ordinary)])).toEqual(new Set([200]));
});

test('connections that send bytes slowly, or nothing, are closed after 35 seconds at most', () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = listenerTimeouts;
  expect(Math.max(headersTimeout, requestTimeout) + connectionsCheckingInterval).toBeLessThanOrEqual(35_000);
});

test('50 clients that send a byte of a head or a body now and then, and 50 that send nothing, do not delay others, and are disconnected at the timeout', async () => {
  const timeouts = { keepAliveTimeout: 1_000, headersTimeout: 1_500, requestTimeout: 2_000, connectionsCheckingInterval: 250 };
  const server = await startToyServer({}, { timeouts });
  const drips: NodeJS.Timeout[] = [];
  const slow = Array.from({ length: 50 }, (_, index) =>
    raw(server.url, (socket) => {
      socket.write(index % 2 === 0 ? 'POST /graphql HTTP/1.1\r\nhost: x\r\nx-slow: ' : `${head}content-length: 1000\r\n\r\n{`);
      drips.push(setInterval(() => socket.writable && socket.write('a'), 200));
    }),
  );
  const idle: Socket[] = [];
  const silent = Array.from({ length: 50 }, () => raw(server.url, (socket) => idle.push(socket)));
  for (let time = 0; time < 10; time += 1) {
    expect((await post(server, { query: '{ hello }' })).status).toBe(200);
    await pause(50);
  }
  const disconnected = await Promise.all(slow);
  for (const drip of drips) clearInterval(drip);
  expect(disconnected.every(({ text }) => text === '' || text.startsWith('HTTP/1.1 408 '))).toBe(true);
  for (const socket of idle) socket.destroy();
  await Promise.all(silent);
  expect((await post(server, { query: '{ hello }' })).status).toBe(200);
});

test.each([
  ['two lengths', `${head}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`],
  ['a length and chunks', `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n`],
  ['a line that ends early', 'GET /graphql HTTP/1.1\nhost: x\n\n'],
  ['a folded header', 'GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: 1\r\n folded\r\n\r\n'],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['40 kB of headers', `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
])(
  'a request with %s is refused, and its connection is closed',
  async (_what, bytes) => {
    const { text } = await raw(program.url, (socket) => socket.write(bytes));
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(await alive()).toBe(200);
  },
  15_000,
);
