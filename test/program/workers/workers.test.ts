/* The life of workers, with processes and a clock that the tests control. test/replicas/workers.test.ts has real ones. */

import type { IpcChannel } from '../../../src/program/workers/messenger.js';
import { Workers, type WorkersOptions } from '../../../src/program/workers/workers.js';

interface Fake {
  readonly id: number;
  readonly received: string[];
  /** The worker calls a function of the parent. */
  call(name: string, input?: unknown): void;
  exit(code: number | null, signal?: string): void;
  killed: boolean;
}

function crew(count = 2) {
  const fakes: Fake[] = [];
  const timers: { readonly at: number; readonly callback: () => void }[] = [];
  const log: object[] = [];
  const beats: { readonly ms: number; readonly callback: () => void }[] = [];
  const ended: number[] = [];
  const unrecoverable: string[] = [];
  let now = 0;
  const fork = () => {
    let receive: (message: unknown) => void = () => {};
    let onExit: (code: number | null, signal: string | null) => void = () => {};
    const channel: IpcChannel = {
      send: (message) => void fake.received.push((message as { call?: string }).call ?? 'reply'),
      receive: (listener) => (receive = listener),
    };
    const fake: Fake = {
      id: fakes.length + 1,
      received: [],
      killed: false,
      call: (call, input = null) => receive({ call, id: 1, input }),
      exit: (code, signal) => onExit(code, signal ?? null),
    };
    fakes.push(fake);
    const kill = () => {
      if (!fake.killed) queueMicrotask(() => onExit(null, 'SIGKILL'));
      fake.killed = true;
    };
    return { id: fake.id, channel, kill, onExit: (listener: typeof onExit) => void (onExit = listener) };
  };
  const workers = new Workers({
    count,
    fork,
    functionsFor: () => ({ metrics: () => {} }) as unknown as ReturnType<WorkersOptions['functionsFor']>,
    onEnd: (id) => ended.push(id),
    onUnrecoverable: ({ name }) => unrecoverable.push(name),
    log: { error: (fields) => log.push(fields) },
    now: () => now,
    after: (ms, callback) => timers.push({ at: now + ms, callback }),
    every: (ms, callback) => beats.push({ ms, callback }),
  });
  const listen = (fake: Fake) => fake.call('listening', { url: 'http://h:1', adminUrl: 'http://h:2' });
  const pass = async (ms: number) => {
    now += ms;
    for (const timer of timers.splice(0)) {
      if (timer.at <= now) timer.callback();
      else timers.push(timer);
    }
    await settled();
  };
  /** The intervals of the parent pass, and in each of them the living workers of these send a message. */
  const beat = async (times: number, ...alive: Fake[]) => {
    for (let time = 0; time < times; time += 1) {
      for (const fake of alive) fake.call('metrics');
      for (const { callback } of beats) callback();
      await settled();
    }
  };
  return { workers, fakes, listen, pass, beat, beats, log, ended, unrecoverable, timers };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function started(count = 2) {
  const all = crew(count);
  const start = all.workers.start();
  for (const fake of all.fakes) all.listen(fake);
  await start;
  return all;
}

test('the start resolves when all listen, and no worker is ready before', async () => {
  const { workers, fakes, listen } = crew();
  let isStarted = false;
  const start = workers.start().then(() => (isStarted = true));
  listen(fakes[0]!);
  await settled();
  expect({ isStarted, received: fakes[0]!.received }).toEqual({ isStarted: false, received: [] });
  listen(fakes[1]!);
  await start;
  await settled();
  expect(fakes.map(({ received }) => received)).toEqual([['reply'], ['reply']]);
});

test('the reason of one worker that cannot start ends all, and is that of the program', async () => {
  const { workers, fakes, listen } = crew();
  const start = workers.start();
  listen(fakes[0]!);
  fakes[1]!.call('failed', { message: 'bad settings', code: null, port: null });
  await expect(start).rejects.toThrow('bad settings');
  expect(fakes.map(({ killed }) => killed)).toEqual([true, true]);
});

test('workers that keep ending at the start end the program, even if one of them serves', async () => {
  const { workers, fakes, listen, pass } = crew();
  const start = workers.start();
  start.catch(() => {});
  listen(fakes[0]!);
  for (let time = 0; time < 5; time += 1) {
    fakes.at(-1)!.exit(1);
    await pass(60_000);
  }
  await expect(start).rejects.toThrow('before they are ready');
  expect(fakes).toHaveLength(6);
});

test('a worker that ends is replaced, later and later if that keeps happening, and soon again after a long life', async () => {
  const { fakes, listen, pass, log, ended } = await started();
  const delays: number[] = [];
  for (let time = 0; time < 8; time += 1) {
    fakes.at(-1)!.exit(null, 'SIGSEGV');
    const { replacedInMs } = log.at(-1) as { replacedInMs: number };
    delays.push(replacedInMs);
    const before = fakes.length;
    await pass(replacedInMs - 1);
    expect(fakes).toHaveLength(before);
    await pass(1);
    expect(fakes).toHaveLength(before + 1);
    listen(fakes.at(-1)!);
    await settled();
    expect(fakes.at(-1)!.received).toEqual(['reply']);
  }
  expect(delays).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  await pass(30_000);
  fakes.at(-1)!.exit(1);
  expect(log.at(-1)).toMatchObject({ code: 1, replacedInMs: 100 });
  expect(ended).toHaveLength(9);
});

test('a worker that becomes ready ends a row of failed starts', async () => {
  const { workers, fakes, listen, pass, unrecoverable } = crew(1);
  workers.start().catch(() => unrecoverable.push('start'));
  const fail = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      fakes.at(-1)!.exit(1);
      await pass(60_000);
    }
  };
  await fail(4);
  listen(fakes.at(-1)!);
  await fail(5);
  expect({ started: fakes.length, unrecoverable }).toEqual({ started: 10, unrecoverable: [] });
});

test('replacements that keep ending do not end the program while another worker serves, and do when none does', async () => {
  const { fakes, pass, unrecoverable, log } = await started();
  const [serving] = fakes;
  fakes[1]!.exit(1);
  for (let time = 0; time < 10; time += 1) {
    await pass(60_000);
    fakes.at(-1)!.exit(1);
  }
  expect(unrecoverable).toEqual([]);
  serving!.exit(1);
  await settled();
  expect(unrecoverable).toEqual(['WorkersEndedError']);
  expect(log).toHaveLength(12);
});

test('the end drains all workers and waits for them; none is replaced', async () => {
  const { workers, fakes, pass } = await started();
  let clean: boolean | undefined;
  const close = workers.close(1000).then((result) => (clean = result));
  expect(fakes.map(({ received }) => received.at(-1))).toEqual(['drain', 'drain']);
  fakes[0]!.exit(0);
  await settled();
  expect(clean).toBeUndefined();
  fakes[1]!.exit(0);
  await close;
  expect(clean).toBe(true);
  await pass(60_000);
  expect(fakes).toHaveLength(2);
});

test('a worker that is loading its code when the end begins is drained by its first message', async () => {
  const { workers, fakes, pass } = await started();
  fakes[0]!.exit(1);
  await pass(100);
  const close = workers.close(1000);
  fakes[1]!.exit(0);
  const loading = fakes[2]!;
  // What a worker is sent before its code is loaded is lost.
  loading.received.length = 0;
  loading.call('setup');
  loading.call('metrics');
  await settled();
  expect(loading.received).toEqual(['drain', 'reply', 'reply']);
  loading.exit(0);
  expect(await close).toBe(true);
});

test('a worker that does not end in time is killed, and the end is not clean', async () => {
  const { workers, fakes, pass } = await started();
  const close = workers.close(1000);
  fakes[0]!.exit(0);
  await pass(1000);
  expect(await close).toBe(false);
  expect(fakes[1]!.killed).toBe(true);
});

describe('workers that do not respond', () => {
  test('a worker that does not respond is killed after a minute, and replaced when it has ended', async () => {
    const { fakes, pass, beat, beats, log } = await started();
    expect(beats.map(({ ms }) => ms * 12)).toEqual([60_000]);
    await beat(12, fakes[0]!);
    expect({ killed: fakes.map(({ killed }) => killed), log }).toEqual({ killed: [false, false], log: [] });
    await beat(1, fakes[0]!);
    expect(fakes.map(({ killed }) => killed)).toEqual([false, true]);
    expect(log).toEqual([
      { worker: 2, silentMs: 60_000 },
      { worker: 2, code: null, signal: 'SIGKILL', replacedInMs: 100 },
    ]);
    await pass(100);
    expect(fakes).toHaveLength(3);
  });

  test('a worker that sends one message in a minute is not killed', async () => {
    const { fakes, beat } = await started();
    for (let minute = 0; minute < 10; minute += 1) {
      await beat(11, fakes[0]!);
      await beat(1, ...fakes);
    }
    expect(fakes.map(({ killed }) => killed)).toEqual([false, false]);
  });

  test('a worker that does not respond is killed once, even if its end takes long, and no minutes are counted while the program ends', async () => {
    const { workers, fakes, beat, log } = await started(3);
    fakes[1]!.killed = true;
    await beat(30, fakes[0]!, fakes[2]!);
    expect(log).toEqual([{ worker: 2, silentMs: 60_000 }]);
    void workers.close(600_000);
    await beat(30);
    expect(fakes.map(({ killed }) => killed)).toEqual([false, true, false]);
  });

  test('a worker that has sent no message yet is loading, and has as long as it needs', async () => {
    const { workers, fakes, beat } = crew();
    workers.start().catch(() => {});
    await beat(100);
    expect(fakes.map(({ killed }) => killed)).toEqual([false, false]);
    // One has sent `setup`, and then its event loop does not run any more.
    await beat(1, ...fakes);
    await beat(12, fakes[0]!);
    expect(fakes.map(({ killed }) => killed)).toEqual([false, true]);
  });
});

test('a program that is ended while its start fails ends, and the start still fails with its reason', async () => {
  const { workers, fakes } = crew();
  const start = workers.start();
  fakes[0]!.call('failed', { message: 'bad settings', code: null, port: null });
  const [closed] = await Promise.all([workers.close(1000), expect(start).rejects.toThrow('bad settings')]);
  expect(closed).toBe(false);
});
