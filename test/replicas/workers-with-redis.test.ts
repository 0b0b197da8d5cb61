/* Two programs with two workers each (WORKERS=2), and one Redis: four processes that share registrations. */

import type { ChildProgram } from '../support/child-program.js';
import { describeWithRedis, RedisServer } from '../support/redis-server.js';
import { registryService, type RegistryService } from '../support/registry-service.js';
import { kill, killAll, workersOf } from './processes.js';
import { mobileOf, pause, startReplica } from './replica.js';
import { registerUnderTrouble } from './under-trouble.js';

jest.setTimeout(300_000);

describeWithRedis('two programs with two workers each, as processes', () => {
  let service: RegistryService;
  let redis: RedisServer;
  let programs: ChildProgram[];
  const started: ChildProgram[] = [];
  const start = async () => {
    const program = await startReplica(service.url, redis.url, { WORKERS: '2' });
    started.push(program);
    return program;
  };
  beforeAll(async () => {
    [service, redis] = await Promise.all([registryService(), RedisServer.start()]);
    programs = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    redis.signal('SIGCONT');
    for (const program of started) if (program.process.exitCode === null) await killAll(program);
  });
  const timesRegistered = (number: number) => service.registered.filter((mobile) => mobile === mobileOf(number)).length;
  const sendsOf = (number: number) => service.hitsOf('/participant/add').filter(({ form }) => form.mobile === mobileOf(number)).length;

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
