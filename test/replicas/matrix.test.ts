/* Registrations at replicas that are killed or stopped at each step of one, over a real Redis: what a repeat at another replica reports. */

import { setTimeout as pause } from 'node:timers/promises';
import type { ChildProgram } from '../support/child-program.js';
import { describeWithRedis, RedisServer } from '../support/redis-server.js';
import { registryService, type RegistryService } from '../support/registry-service.js';
import { until } from '../support/until.js';
import { countsOf, endLeases, killedAt, register, startReplica } from './replica.js';
import { stepProxy, type Step } from './step-proxy.js';
import { expectTrueReportsUnderTrouble } from './under-trouble.js';

jest.setTimeout(300_000);

type Proxied = { readonly proxy: Awaited<ReturnType<typeof stepProxy>>; readonly replica: ChildProgram };

describeWithRedis('replicas as processes', () => {
  let service: RegistryService;
  let redis: RedisServer;
  let other: ChildProgram;
  /** Replicas that begin an attempt in the first test, and whose leases end by themselves while the other tests run. */
  let first: Proxied;
  let second: Proxied;
  beforeAll(async () => {
    [service, redis] = await Promise.all([registryService(), RedisServer.start()]);
    other = await startReplica(service.url, redis.url);
    [first, second] = await Promise.all([proxied(), proxied()]);
  });

  async function proxied(): Promise<Proxied> {
    const proxy = await stepProxy(redis.port);
    return { proxy, replica: await startReplica(service.url, proxy.url) };
  }
  let asleep: { report: Promise<string>; since: number };
  const [killedNumber, asleepNumber] = [9_001, 9_002];
  test('a replica that is killed, and one that falls asleep before it sends, hold their keys', async () => {
    first.proxy.at('begin', 'after', () => first.replica.process.kill('SIGKILL'));
    const fellAsleep = new Promise<void>((resolve) =>
      second.proxy.at('renew', 'after', () => {
        second.replica.process.kill('SIGSTOP');
        resolve();
      }),
    );
    const killed = register(first.replica, killedNumber);
    asleep = { report: register(second.replica, asleepNumber), since: performance.now() };
    expect(await killed).toBe('gone');
    await fellAsleep;
    for (const number of [killedNumber, asleepNumber])
      await until(async () => (await register(other, number)) === 'IDEMPOTENCY_IN_PROGRESS');
  });

  describe('killed', () => {
    const inRedis: readonly (readonly [Step, 'before' | 'after', string, number])[] = [
      ['salt', 'before', 'registered', 1],
      ['read', 'after', 'registered', 1],
      ...killedAt,
    ];
    test.each(inRedis.map((row, index) => [...row, index] as const))(
      'at the step %s, %s Redis has applied it: a repeat at another replica is %s, and the attendee is registered %i times',
      async (step, moment, repeat, times, index) => {
        const number = 8_000 + index;
        const { proxy, replica } = await proxied();
        proxy.at(step, moment, () => replica.process.kill('SIGKILL'));
        expect(await register(replica, number)).toBe('gone');
        const meanwhile = await register(other, number);
        expect([repeat, 'IDEMPOTENCY_IN_PROGRESS']).toContain(meanwhile);
        if (meanwhile === 'IDEMPOTENCY_IN_PROGRESS') await endLeases(redis);
        expect(await register(other, number)).toBe(repeat === 'registered' ? 'replayed' : repeat);
        expect(countsOf(service, number)).toEqual({ registered: times, sends: times });
      },
    );
  });

  test('none of 300 registrations is sent twice, and each report is true, while replicas are killed and Redis fails in four ways', async () => {
    service.behave('succeeds');
    const replicas = await Promise.all([startReplica(service.url, redis.url), startReplica(service.url, redis.url)]);
    const troubles: readonly (() => Promise<unknown>)[] = [
      async () => {
        redis.signal('SIGSTOP');
        await pause(600);
        redis.signal('SIGCONT');
      },
      async () => {
        await redis.kill();
        await redis.run();
      },
      () => redis.command('CLIENT', 'PAUSE', '500', 'ALL'),
      async () => {
        await redis.command('CONFIG', 'SET', 'maxmemory', '1');
        await pause(500);
        await redis.command('CONFIG', 'SET', 'maxmemory', '0');
      },
      async () => {
        await replicas[0]!.crash();
        replicas[0] = await startReplica(service.url, redis.url);
      },
    ];
    await expectTrueReportsUnderTrouble(service, 300, replicas, troubles);
  });

  test('when the lease of the killed replica has ended, the outcome of its key is unknown, and nothing was sent', async () => {
    await until(async () => (await register(other, killedNumber)) === 'OUTCOME_UNKNOWN');
    expect(countsOf(service, killedNumber).sends).toBe(0);
  });

  test('the replica that slept longer than its lease wakes up and does not send', async () => {
    await until(async () => (await register(other, asleepNumber)) === 'OUTCOME_UNKNOWN');
    await until(async () => performance.now() - asleep.since > 61_000);
    second.replica.process.kill('SIGCONT');
    expect(['OUTCOME_UNKNOWN', 'STATE_UNAVAILABLE']).toContain(await asleep.report);
    expect(countsOf(service, asleepNumber).sends).toBe(0);
  });
});
