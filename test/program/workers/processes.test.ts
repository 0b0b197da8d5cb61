/* Workers as real processes that do not serve the program: test/replicas/workers.test.ts has those that do. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFork, parentOfThisWorker } from '../../../src/program/workers/processes.js';
import type { WorkerProcess } from '../../../src/program/workers/workers.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'processes-'))));

/** The workers that have not ended. */
const living = new Set<WorkerProcess>();
afterEach(() => {
  for (const worker of living) worker.kill();
});

/** Starts a worker that runs a module, and records its messages and its end. */
function start(source: string) {
  const file = join(folder, `${Math.random()}.mjs`);
  writeFileSync(file, source);
  const worker = createFork(file)();
  living.add(worker);
  const events: unknown[] = [];
  let first: () => void;
  const firstMessage = new Promise<void>((resolve) => (first = resolve));
  worker.channel.receive((message) => {
    events.push(message);
    first();
  });
  const ended = new Promise<void>((resolve) => {
    worker.onExit((code, signal) => {
      living.delete(worker);
      events.push({ code, signal });
      resolve();
    });
  });
  return { worker, events, firstMessage, ended };
}

test('the end of a worker is reported after its last message, with its exit code', async () => {
  const { events, ended } = start(`
    for (let number = 0; number < 500; number += 1) process.send(number);
    process.send('last', () => process.exit(3));
  `);
  await ended;
  expect(events).toEqual([...Array.from({ length: 500 }, (_, number) => number), 'last', { code: 3, signal: null }]);
});

test('a message reaches the worker, and its reply the parent', async () => {
  const { worker, events, firstMessage, ended } = start(`
    process.on('message', (message) => process.send({ received: message }, () => process.exit(0)));
    process.send('ready');
  `);
  await firstMessage;
  worker.channel.send({ text: 'hello' });
  await ended;
  expect(events).toEqual(['ready', { received: { text: 'hello' } }, { code: 0, signal: null }]);
});

test('a worker whose event loop hangs is killed, and messages to it afterwards are not an error', async () => {
  const { worker, events, firstMessage, ended } = start(`process.send('ready', () => { for (;;); });`);
  await firstMessage;
  worker.kill();
  worker.channel.send({ text: 'just after its end' });
  await ended;
  worker.channel.send({ text: 'later' });
  expect(events).toEqual(['ready', { code: null, signal: 'SIGKILL' }]);
});

test('a process that is not a worker has no parent', () => {
  expect(parentOfThisWorker).toThrow('started by its parent process only');
});
