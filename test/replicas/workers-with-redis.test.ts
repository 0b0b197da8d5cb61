/* Two programs with two workers each (WORKERS=2), and one Redis: four processes that share registrations, rate limits and events. */

import { setTimeout as pauseFor } from 'node:timers/promises';
import { hookSecret, push, subscriber, type CheckInSubscriber } from '../support/check-ins.js';
import type { ChildProgram } from '../support/child-program.js';
import { freePort } from '../support/free-port.js';
import { describeWithRedis, RedisServer } from '../support/redis-server.js';
import { registryService, type RegistryService } from '../support/registry-service.js';
import { until } from '../support/until.js';
import { kill, killAll, lives, workerServing, workersOf } from './processes.js';
import { apiKey, endLeases, mobileOf, pause, register, send, startReplica } from './replica.js';
import { registerUnderTrouble } from './under-trouble.js';

jest.setTimeout(300_000);

describeWithRedis('two programs with two workers each, as processes', () => {
  let service: RegistryService;
  let redis: RedisServer;
  let programs: ChildProgram[];
  const adminUrls = new Map<ChildProgram, string>();
  beforeAll(async () => {
    [service, redis] = await Promise.all([registryService(), RedisServer.start()]);
    programs = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    redis.signal('SIGCONT');
    for (const program of adminUrls.keys()) if (program.process.exitCode === null) await killAll(program);
  });
  beforeEach(() => service.behave('succeeds'));

  async function start(env: Record<string, string> = {}): Promise<ChildProgram> {
    const port = await freePort();
    const program = await startReplica(service.url, redis.url, {
      WORKERS: '2',
      ADMIN_PORT: String(port),
      CHECK_IN_HOOK_SECRETS: hookSecret,
      ...env,
    });
    adminUrls.set(program, `http://127.0.0.1:${port}`);
    return program;
  }
  const metricOf = async (program: ChildProgram, name: string) => {
    const text = await (await fetch(`${adminUrls.get(program)!}/metrics`, { headers: { connection: 'close' } })).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)![1]);
  };
  const usesRedis = async (program: ChildProgram) => (await metricOf(program, 'event_graph_redis_up').catch(() => 0)) === 1;
  const timesRegistered = (number: number) => service.registered.filter((mobile) => mobile === mobileOf(number)).length;
  const sendsOf = (number: number) => service.hitsOf('/participant/add').filter(({ form }) => form.mobile === mobileOf(number)).length;
  /** Repeats a registration while it is in progress, or Redis does not reply in time. */
  const final = (program: ChildProgram, number: number) =>
    until(async () => {
      const report = await register(program, number);
      return ['IDEMPOTENCY_IN_PROGRESS', 'STATE_UNAVAILABLE'].includes(report) ? null : report;
    });

  test('a key is registered once, whichever worker gets the call, and all of them replay the result', async () => {
    service.behave('succeeds slowly');
    for (const number of [1, 2, 3]) {
      const calls = Array.from({ length: 24 }, (_, index) => register(programs[index % 2]!, number));
      const passing = ['registered', 'replayed', 'IDEMPOTENCY_IN_PROGRESS', 'STATE_UNAVAILABLE'];
      expect((await Promise.all(calls)).filter((report) => !passing.includes(report))).toEqual([]);
      // The first of these registers if all the calls above were refused because Redis was slow.
      await final(programs[0]!, number);
      for (const program of programs) for (let repeat = 0; repeat < 4; repeat += 1) expect(await final(program, number)).toBe('replayed');
      expect({ registered: timesRegistered(number), sends: sendsOf(number) }).toEqual({ registered: 1, sends: 1 });
    }
    for (const program of programs) {
      const audited = [...program.output().matchAll(/"worker":(\d+),"audit":true/g)].map(([, worker]) => worker);
      expect(new Set(audited).size).toBe(2);
    }
  });

  test('a caller has one rate limit at all workers', async () => {
    const limited = await Promise.all([0, 1].map(() => start({ RATE_LIMIT: '0.01', CACHE_TTL: 'off' })));
    for (const program of limited) await until(() => usesRedis(program));
    const before = service.hitsOf('/getFields').length;
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, index) => send(limited[index % 2]!, '{ activity { formFields { name } } }')),
    );
    const codes = responses.map(({ errors }) => errors?.[0]?.extensions?.code ?? null);
    expect(codes.filter((code) => code !== null && code !== 'RATE_LIMITED')).toEqual([]);
    const outages = await Promise.all(limited.map((program) => metricOf(program, 'event_graph_redis_outages_total')));
    const [wasUp, calls] = [outages.every((count) => count === 0), service.hitsOf('/getFields').length - before];
    // During an outage the limit holds for each process by itself.
    expect(calls).toBeLessThanOrEqual(wasUp ? 1 : 5);
    expect(codes.includes('RATE_LIMITED') || !wasUp).toBe(true);
    for (const program of limited) await killAll(program);
  });

  test('each check-in that one worker receives reaches the subscribers of all, in order and never twice', async () => {
    const joined: CheckInSubscriber[] = [];
    for (let opened = 0; opened < 6; opened += 1)
      joined.push(await subscriber(programs[opened % 2]!, 'payload', { key: apiKey, hookOf: programs[0]! }));
    const received = joined.map(() => [] as number[]);
    const readers = joined.map(async (each, index) => {
      for (let event = await each.next(); event !== null; event = await each.next()) {
        const { number } = event.data.checkIns.payload as { number?: number };
        if (number !== undefined) received[index]!.push(number);
      }
    });
    /** Check-ins that arrived everywhere. One that is pushed during an outage of Redis does not. */
    const complete: number[] = [];
    for (let number = 1; complete.length < 4; number += 1) {
      expect((await push(programs[number % 2]!, { number })).status).toBe(200);
      const over = AbortSignal.timeout(5_000);
      while (!over.aborted && !received.every((numbers) => numbers.includes(number))) await pauseFor(10);
      if (received.every((numbers) => numbers.includes(number))) complete.push(number);
    }
    for (const each of joined) await each.leave();
    await Promise.all(readers);
    for (const numbers of received) expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
  });

  describe('killed while a registration is under way', () => {
    test.each([
      ['a worker', 'commits, then hangs', 1, 11],
      ['a worker', 'hangs without committing', 0, 12],
      ['the parent', 'commits, then hangs', 1, 13],
      ['the parent', 'hangs without committing', 0, 14],
    ] as const)(
      '%s, and the service %s: the outcome is unknown to all workers, and nothing is sent again',
      async (victim, behaviour, times, number) => {
        const [one, other] = [await start(), programs[1]!];
        await until(() => usesRedis(one));
        service.behave(behaviour);
        // A call that is refused because Redis was slow sent nothing.
        let port = 0;
        let report = Promise.resolve('STATE_UNAVAILABLE');
        await until(async () => {
          if ((await Promise.race([report, pause(0)])) === 'STATE_UNAVAILABLE')
            report = register(one, number, { onConnect: (at) => (port = at) });
          return sendsOf(number) === 1;
        });
        const workers = workersOf(one);
        const serving = workerServing(one, port);
        expect(workers).toContain(serving);
        if (victim === 'a worker') kill(serving!);
        else await one.crash();
        expect(await report).toBe('gone');
        if (victim === 'the parent') await until(async () => workers.every((worker) => !lives(worker)));
        service.behave('succeeds');
        const living = victim === 'a worker' ? [one, other] : [other];
        for (const program of living)
          await until(async () => (await register(program, number, { signal: AbortSignal.timeout(20_000) })) === 'IDEMPOTENCY_IN_PROGRESS');
        await endLeases(redis);
        for (const program of [...living, ...living]) expect(await final(program, number)).toBe('OUTCOME_UNKNOWN');
        expect({ registered: timesRegistered(number), sends: sendsOf(number) }).toEqual({ registered: times, sends: 1 });
        await killAll(one);
      },
    );
  });

  test('while Redis is stopped, workers read, refuse registrations with a key unsent, and register them once when it is back', async () => {
    const numbers = [21, 22, 23, 24];
    redis.signal('SIGSTOP');
    for (const program of programs) await until(async () => !(await usesRedis(program)));
    for (const program of programs) {
      // Every worker gets some of these.
      for (const number of numbers) {
        expect(await register(program, number)).toBe('STATE_UNAVAILABLE');
        expect((await send(program, '{ activity { formFields { name } } }')).errors).toBeUndefined();
      }
      expect((await fetch(`${adminUrls.get(program)!}/readyz`)).status).toBe(200);
    }
    expect(numbers.map(sendsOf)).toEqual([0, 0, 0, 0]);
    redis.signal('SIGCONT');
    for (const program of programs) await until(() => usesRedis(program));
    await Promise.all(numbers.flatMap((number) => programs.map((program) => final(program, number))));
    for (const number of numbers) for (const program of programs) expect(await final(program, number)).toBe('replayed');
    expect(numbers.map(timesRegistered)).toEqual([1, 1, 1, 1]);
  });

  test('none of 150 registrations is sent twice, and every report is true, while workers, a program and Redis are killed and paused', async () => {
    service.behave('succeeds slowly');
    const numbers = Array.from({ length: 150 }, (_, index) => 1_000 + index);
    const killAWorker = (program: ChildProgram) => workersOf(program).slice(0, 1).forEach(kill);
    const reports = await registerUnderTrouble(numbers, programs, [
      async () => killAWorker(programs[0]!),
      async () => {
        await redis.kill();
        await redis.run();
      },
      async () => killAWorker(programs[1]!),
      async () => {
        redis.signal('SIGSTOP');
        await pause(600);
        redis.signal('SIGCONT');
      },
      async () => {
        await programs[0]!.crash();
        programs[0] = await start();
      },
    ]);
    expect([...reports.keys()].filter((number) => timesRegistered(number) > 1 || sendsOf(number) > 1)).toEqual([]);
    const untrue = [...reports].filter(([number, report]) => ['registered', 'replayed'].includes(report) && timesRegistered(number) !== 1);
    expect(untrue).toEqual([]);
    expect([...reports.values()].filter((report) => report === 'registered' || report === 'replayed').length).toBeGreaterThan(50);
  });
});
