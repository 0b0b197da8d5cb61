/* Raw bytes at both ports. The seed is in the name of each test; FUZZ_SEED runs the same bytes again. */

import { setTimeout as pause } from 'node:timers/promises';
import { compiledProgram, startChild, type ChildProgram } from '../support/child-program.js';
import { freePort } from '../support/free-port.js';
import { exchange, openSocket, socketsOf } from '../support/sockets.js';
import { until } from '../support/until.js';
import { frames, handshake, mutated, requests } from './fuzzed-bytes.js';
import { randomOf, type Random } from './seeded-random.js';

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const perTarget = 300;
const clients = 24;

let program: ChildProgram;
let adminUrl: string;
let idleSockets: number;
beforeAll(async () => {
  compiledProgram();
  const ADMIN_PORT = String(await freePort());
  adminUrl = `http://127.0.0.1:${ADMIN_PORT}`;
  program = await startChild({ ADMIN_PORT, LOG_LEVEL: 'debug' });
  // The sandbox keeps a connection over which it pushes check-ins: a socket at each end.
  idleSockets = socketsOf(program.process.pid!) + 2;
}, 120_000);

/** One connection: bytes in up to three writes, a moment to respond, and one of the ways to leave. */
async function attack(url: string, bytes: Buffer, { integer, pick }: Random): Promise<void> {
  const cuts = [0, integer(bytes.length + 1), integer(bytes.length + 1), bytes.length].toSorted((a, b) => a - b);
  const [waits, leaveAs] = [[integer(8), integer(8), integer(30)], integer(4)];
  const socket = await openSocket(url);
  if (pick([true, true, true, false])) socket.resume();
  for (const [index, wait] of waits.entries()) {
    if (socket.writable) socket.write(bytes.subarray(cuts[index], cuts[index + 1]));
    await pause(wait);
  }
  if (leaveAs === 0) socket.resetAndDestroy();
  else if (leaveAs === 1) socket.destroy();
  else {
    socket.end();
    await pause(20);
    socket.destroy();
  }
}

const targets: [string, () => string, (random: Random) => Buffer][] = [
  ["HTTP on the graph's port", () => program.url, (random) => mutated(random.pick(requests), random)],
  [
    "a WebSocket on the graph's port",
    () => program.url,
    (random) =>
      Buffer.concat([handshake, mutated(Buffer.concat(Array.from({ length: 1 + random.integer(5) }, () => random.pick(frames))), random)]),
  ],
  ['HTTP on the admin port', () => adminUrl, (random) => mutated(random.pick(requests), random)],
];

test.each(targets)(
  `raw bytes for %s leave the program alive and serving, without a defect, and no socket behind (seed ${seed})`,
  async (_what, url, bytesOf) => {
    const random = randomOf(seed);
    let left = perTarget;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while ((left -= 1) >= 0) await attack(url(), bytesOf(random), random);
      }),
    );
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`;
    for (const origin of [program.url, adminUrl]) expect(await exchange(origin, get('/healthz'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await exchange(program.url, get('/graphql?query={activity{tickets{id}}}'))).toContain('{"data":{"activity":{"tickets":[{"id":');
    expect(program.process.exitCode).toBeNull();
    // Connections that wait for their peers or for the sandbox are given up within half a minute.
    await until(() => socketsOf(program.process.pid!) <= idleSockets, 40_000);
    const lines = program
      .output()
      .split('\n')
      .filter((line) => line !== '');
    expect(lines.filter((line) => !line.startsWith('{') || /"level":[56]0/.test(line))).toEqual([]);
  },
  120_000,
);
