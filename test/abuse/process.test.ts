/* The program at the limits of the operating system: a log that is not read, and too many open files. */

import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { compiledProgram, startChild, type ChildProgram } from '../support/child-program.js';
import { openSocket } from '../support/sockets.js';
import { until } from '../support/until.js';

let program: ChildProgram;
beforeAll(async () => {
  compiledProgram();
  program = await startChild({ LOG_LEVEL: 'debug' }, { ulimit: '-n 160' });
}, 120_000);

const health = async () => (await fetch(`${program.url}/healthz`)).status;

test('the program goes on if the reader of its log ends', async () => {
  program.process.stdout!.destroy();
  program.process.stderr!.destroy();
  for (let time = 0; time < 20; time += 1) expect(await health()).toBe(200);
  await pause(200);
  expect({ health: await health(), exitCode: program.process.exitCode }).toEqual({ health: 200, exitCode: null });
});

test('more connections than the process may have open files do not end the program, and it serves again when they are gone', async () => {
  const query = '/graphql?query={activity{tickets{id}}}';
  const sockets: Socket[] = [];
  for (let round = 0; round < 5; round += 1) {
    const opened = await Promise.allSettled(Array.from({ length: 50 }, () => openSocket(program.url)));
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
