/* The life of workers, as real processes that do not serve the program: test/replicas/workers.test.ts has those that do. */

import cluster from 'node:cluster';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workers } from '../../../src/program/workers/workers.js';
import { temporaryFile, temporaryFolder } from '../../support/temporary-files.js';
import { until } from '../../support/until.js';

jest.setTimeout(60_000);

const living = () => Object.values(cluster.workers!);
let workers: Workers;
afterEach(async () => {
  await workers.close(0);
  await until(() => living().length === 0);
});

/**
 * Creates workers that run a module, whose source uses `number`, which counts the starts, `send` and `listen`, `on[kind]` for what to do
 * with a message, and `go`, which calls back after a call of the `go` that is returned.
 */
function crew(count: number, source: string) {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder, name);
  mkdirSync(path('started'));
  writeFileSync(path('messages'), '');
  writeFileSync(
    path('worker.mjs'),
    `import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
     const path = (name) => ${JSON.stringify(folder)} + '/' + name;
     const isFree = (number) => { try { mkdirSync(path('started/' + number)); return true; } catch { return false; } };
     let number = 1;
     while (!isFree(number)) number += 1;
     const on = {};
     process.on('message', ({ kind }) => { appendFileSync(path('messages'), number + ' ' + kind + '\\n'); on[kind]?.(); });
     const send = (message, done) => process.send(message, done);
     const listen = () => send({ kind: 'listening', url: 'http://h:1', adminUrl: 'http://h:2' });
     const go = (callback) => existsSync(path('go')) ? callback() : setTimeout(go, 20, callback);
     ${source}`,
  );
  cluster.setupPrimary({ exec: path('worker.mjs'), args: [] });
  const log: Record<string, unknown>[] = [];
  const unrecoverable: string[] = [];
  const onUnrecoverable = ({ message }: Error) => void unrecoverable.push(message);
  workers = new Workers(count, { error: (fields: object) => void log.push({ ...fields }) }, onUnrecoverable);
  return {
    log,
    unrecoverable,
    go: () => writeFileSync(path('go'), ''),
    started: () => readdirSync(path('started')).length,
    received: () => readFileSync(path('messages'), 'utf8').split('\n').filter(Boolean).toSorted(),
  };
}

const keepEnding = 'the workers keep ending; the lines above state the exit code or signal of each';

test('the start resolves when all listen, and no worker receives a message before', async () => {
  const { started, received, go } = crew(2, 'if (number === 1) listen(); else go(listen);');
  let isStarted = false;
  const start = workers.start().finally(() => (isStarted = true));
  await until(() => started() === 2);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect({ isStarted, received: received() }).toEqual({ isStarted: false, received: [] });
  go();
  expect(await start).toEqual({ url: 'http://h:1', adminUrl: 'http://h:2' });
  await until(() => received().length === 2);
  expect(received()).toEqual(['1 ready', '2 ready']);
});

test('the reason of one worker that cannot start, its last message, ends all, and is that of the program', async () => {
  const failure = { message: 'Cannot listen: port 80 is taken.', exitCode: 1 };
  const { log } = crew(
    2,
    `if (number === 1) listen(); else send({ kind: 'failed', ...${JSON.stringify(failure)} }, () => process.exit(1));`,
  );
  await expect(workers.start()).rejects.toMatchObject(failure);
  await until(() => living().length === 0);
  expect(log).toEqual([]);
});

test('workers that keep ending at the start end the program, even if one of them serves', async () => {
  const { started } = crew(2, 'if (number === 1) listen(); else process.exit(1);');
  await expect(workers.start()).rejects.toThrow(keepEnding);
  expect(started()).toBe(6);
});

test('a worker that ends is replaced, later and later if that keeps happening', async () => {
  const { log, started } = crew(1, 'listen(); if (number < 4) on.ready = () => process.exit(3);');
  await workers.start();
  await until(() => started() === 4);
  expect(log).toEqual([100, 200, 400].map((replacedInMs) => ({ worker: expect.any(Number), code: 3, signal: null, replacedInMs })));
});

test('a worker that has served for half a minute is replaced without a longer delay', async () => {
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const { log, received } = crew(1, 'listen();');
  await workers.start();
  for (const [index, servedMs] of [29_999, 29_999, 30_000].entries()) {
    await until(() => received().length === index + 1);
    now += servedMs;
    living()[0]!.process.kill('SIGKILL');
    await until(() => log.length === index + 1);
  }
  clock.mockRestore();
  expect(log.map(({ replacedInMs }) => replacedInMs)).toEqual([100, 200, 100]);
});

test('replacements that cannot start do not end the program while another worker serves, and do when none does', async () => {
  const fail = `send({ kind: 'failed', message: 'The disk is full.', exitCode: 1 }, () => process.exit(1))`;
  const { log, unrecoverable } = crew(2, `if (number > 2) ${fail}; else listen();`);
  await workers.start();
  const [first, second] = living();
  second!.process.kill('SIGKILL');
  await until(() => log.length === 11);
  expect(log[1]).toEqual({ worker: expect.any(Number), reason: 'The disk is full.' });
  expect({ unrecoverable, living: living().length }).toEqual({ unrecoverable: [], living: 1 });
  first!.process.kill('SIGKILL');
  await until(() => unrecoverable.length > 0);
  expect(unrecoverable).toEqual([keepEnding]);
  expect(log.at(-1)).toEqual({ worker: expect.any(Number), code: null, signal: 'SIGKILL' });
});

test('a worker whose process cannot be created counts as one that ended, and one to which a message cannot be sent does not', async () => {
  const { log, started } = crew(1, 'listen();');
  await workers.start();
  cluster.setupPrimary({ cwd: temporaryFile('missing') });
  const [worker] = living();
  worker!.emit('error', new Error('A message cannot be sent.'));
  worker!.process.kill('SIGKILL');
  await until(() => log.length === 2);
  cluster.setupPrimary({ cwd: '.' });
  await until(() => started() === 2);
  expect(log[1]).toMatchObject({ code: 'ENOENT', replacedInMs: 200 });
});

test('a worker that has read no message of the others for seconds is killed, and replaced; a burst of them kills none', async () => {
  const burst = `for (let sent = 0; sent < 40; sent += 1) send({ kind: 'publish', channel: 'c', text: 'x'.repeat(500_000) });`;
  const { log, started } = crew(
    3,
    `listen(); on.ready = () => {
       if (number === 2) process.kill(process.pid, 'SIGSTOP');
       if (number === 1) { ${burst} setTimeout(() => { ${burst} }, 5_500); }
     }`,
  );
  await workers.start();
  await until(() => started() === 4);
  expect(log).toMatchObject([{ worker: expect.any(Number) }, { worker: log[0]!['worker'], signal: 'SIGKILL' }]);
});

test('a replacement is ready while another is starting; the end drains those that serve, waits for them, and kills the other one', async () => {
  const { started, received } = crew(
    2,
    `if (number !== 3) listen();
     if (number < 3) on.ready = () => process.exit(1);
     on.drain = () => setTimeout(() => process.exit(0), 100);`,
  );
  await workers.start();
  await until(() => received().includes('4 ready'));
  expect(await workers.close(10_000)).toBe(true);
  expect(received()).toEqual(['1 ready', '2 ready', '4 drain', '4 ready']);
  await until(() => living().length === 0);
  expect(started()).toBe(4);
});

test('a worker that does not end in time is killed, and the end is not clean', async () => {
  crew(2, 'listen(); on.drain = () => number === 1 && process.exit(0);');
  await workers.start();
  expect(await workers.close(500)).toBe(false);
  await until(() => living().length === 0);
});
