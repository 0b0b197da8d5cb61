/* The program as several processes of one machine (WORKERS). */

import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { hookSecret, push, subscriber, type CheckInSubscriber } from '../support/check-ins.js';
import { compiledProgram, startChild, type ChildProgram } from '../support/child-program.js';
import { fakeService, type FakeService, type Scripts } from '../support/fake-service.js';
import { freePort } from '../support/free-port.js';
import { gate } from '../support/gate.js';
import { openSocket } from '../support/sockets.js';
import { temporaryFile, temporaryFolder } from '../support/temporary-files.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';
import { register, replicaEnv, send } from './replica.js';

const tickets = '{ activity { tickets { name } } }';
const registrationReply = { code: 1, url: 'done', ids: [7], sign_code_arr: ['C7'], order_ids: ['O7'] };

let service: FakeService;
let program: ChildProgram;

async function startWorkers(scripts: Scripts, env: Record<string, string> = {}): Promise<void> {
  service = await fakeService({
    '/api/activity/getFields': { code: 1, data: ['name', 'mobile'].map((name) => ({ name, type: 'input' })) },
    '/api/ticket/data': { code: 1, data: [] },
    ...scripts,
  });
  program = await startChild({
    ...replicaEnv(service.url),
    WORKERS: '2',
    // A number, so that workers that start after the end of all others serve the same address.
    PORT: String(await freePort()),
    STATE_FILE: ':memory:',
    CACHE_TTL: 'off',
    ...env,
  });
}

/** The process ids of the workers of a program, as Linux shows them. */
function workersOf({ process: { pid } }: ChildProgram): number[] {
  const parentOf = (id: string) => {
    try {
      return Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'latin1'))?.[1]);
    } catch {
      return null;
    }
  };
  return readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id) && parentOf(id) === pid)
    .map(Number);
}

const lives = (pid: number): boolean => {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
};

const readyz = async () => (await fetch(`${program.adminUrl}/readyz`)).status;
const metrics = async () => (await fetch(`${program.adminUrl}/metrics`)).text();

/** The counters of the program by name and labels, and the sum of those of HTTP responses. */
async function counters(): Promise<{ responses: number; all: Map<string, number> }> {
  const lines = (await metrics()).matchAll(/^(event_graph_\w+_(?:total|bucket|count|sum)(?:\{.*\})?) (.*)$/gm);
  const all = new Map([...lines].map(([, name, value]) => [name!, Number(value)]));
  const ofResponses = [...all].filter(([name]) => name.startsWith('event_graph_http_responses_total'));
  return { responses: ofResponses.reduce((sum, [, value]) => sum + value, 0), all };
}

beforeAll(() => void compiledProgram(), 120_000);
/** A worker that hangs does not notice the end of its parent. */
afterEach(async () => {
  const workers = workersOf(program);
  await program.crash();
  for (const worker of workers.filter(lives)) process.kill(worker, 'SIGKILL');
});

test('the program logs one ready line when all workers serve; after SIGTERM they complete their requests, and it ends with 0', async () => {
  const replies = gate();
  const patient = { EVENT_SERVICE_TIMEOUT_MS: '60000', REQUEST_TIMEOUT_MS: '60000', SHUTDOWN_GRACE_MS: '60000' };
  const found = { code: 1, data: { id: 7, form_id: 1001, contact: 'A', review: 1 } };
  await startWorkers({ '/api/participant/get': () => replies.opened.then(() => found) }, patient);
  expect(program.output().match(/is ready at/g)).toHaveLength(1);
  expect(await readyz()).toBe(200);
  const reads = times(8, (index) => `{ attendee(by: { mobile: "1000000${1000 + index}" }) { id } }`);
  const underWay = reads.map((read) => send(program, read));
  await until(() => service.hitsOf('/participant/get').length === reads.length);
  const workers = workersOf(program);
  expect(workers).toHaveLength(2);
  // A supervisor may send its signal to every process.
  for (const worker of workers) process.kill(worker, 'SIGTERM');
  program.process.kill('SIGTERM');
  await until(async () => (await readyz()) === 503);
  await expect(send(program, tickets)).rejects.toThrow();
  replies.open();
  expect((await Promise.all(underWay)).map(({ data }) => data)).toEqual(reads.map(() => ({ attendee: { id: 'attendee:1001:7' } })));
  expect(await program.ended).toBe(0);
  expect(workers.filter(lives)).toEqual([]);
  expect(program.output()).not.toMatch(/A worker has ended/);
}, 60_000);

test('a worker ignores SIGTERM, and one that is killed is replaced; the counters of all never fall', async () => {
  await startWorkers({});
  for (let sent = 0; sent < 10; sent += 1) await send(program, tickets);
  // A worker reports what the others have counted until five seconds ago.
  await until(async () => (await counters()).responses === 10);
  const before = await counters();
  const [first, second] = workersOf(program);
  process.kill(first!, 'SIGTERM');
  process.kill(second!, 'SIGKILL');
  await until(() => workersOf(program).filter((worker) => worker !== second).length === 2);
  const during = await counters();
  await until(async () => /event_graph_workers 2$/m.test(await metrics()));
  for (let sent = 0; sent < 10; sent += 1) await send(program, tickets);
  await until(async () => (await counters()).responses === 20);
  const after = await counters();
  for (const [name, value] of before.all) {
    expect({ name, hasNotFallen: during.all.get(name)! >= value }).toEqual({ name, hasNotFallen: true });
    expect({ name, hasNotFallen: after.all.get(name)! >= during.all.get(name)! }).toEqual({ name, hasNotFallen: true });
  }
  expect(after.all.get('event_graph_worker_ends_total')).toBe(1);
  expect(lives(first!)).toBe(true);
  expect(program.output()).not.toMatch(/A worker cannot start/);
  expect(await readyz()).toBe(200);
  expect(program.output()).toMatch(/"level":50[^\n]*"signal":"SIGKILL"[^\n]*A worker has ended; another one is started/);
}, 60_000);

test('more connections than the workers may have open files do not keep them from later ones', async () => {
  program = await startChild({ WORKERS: '2' }, { ulimit: '-n 300' });
  const opened: Socket[] = [];
  while (opened.length < 1_000) {
    opened.push(...(await Promise.all(times(50, () => openSocket(program.url)))));
    await pause(50);
  }
  for (const socket of opened) socket.destroy();
  expect((await fetch(`${program.url}/healthz`)).status).toBe(200);
}, 60_000);

test('kill -9 of the parent ends the workers', async () => {
  await startWorkers({});
  const workers = workersOf(program);
  await program.crash();
  await until(() => workers.every((worker) => !lives(worker)));
  expect(workers).toHaveLength(2);
}, 60_000);

test.each([
  ['in memory', ':memory:'],
  ['in a file', temporaryFile('state.db')],
])(
  'a key is registered once over all workers, with outcomes %s',
  async (_where, STATE_FILE) => {
    const replies = gate();
    await startWorkers({ '/api/participant/add': () => replies.opened.then(() => registrationReply) }, { STATE_FILE });
    const calls = times(6, () => register(program, 1));
    await until(() => service.hitsOf('/participant/add').length > 0);
    expect(await Promise.race(calls)).toBe('IDEMPOTENCY_IN_PROGRESS');
    replies.open();
    const reports = new Set(await Promise.all(calls));
    expect(reports).toContain('registered');
    reports.delete('replayed');
    expect(reports).toEqual(new Set(['registered', 'IDEMPOTENCY_IN_PROGRESS']));
    for (let repeat = 0; repeat < 4; repeat += 1) expect(await register(program, 1)).toBe('replayed');
    expect(service.hitsOf('/participant/add')).toHaveLength(1);
  },
  60_000,
);

test('each worker has an equal share of the rate limit, and at least one call', async () => {
  await startWorkers({}, { RATE_LIMIT: '0.01' });
  // The parent gives connections to its workers in turn. Equal queries would share the calls of one.
  const responses = await Promise.all(times(12, (i) => send(program, `${tickets} # ${i}`)));
  const refused = responses.filter(({ errors }) => errors);
  expect(refused.every(({ errors }) => errors![0]!.extensions['code'] === 'RATE_LIMITED')).toBe(true);
  // A call takes 100 s of the whole limit.
  expect(refused.every(({ errors }) => (errors![0]!.extensions['retryAfterMs'] as number) > 100_000)).toBe(true);
  expect({ executed: responses.length - refused.length, hits: service.hitsOf('/ticket/data').length }).toEqual({ executed: 2, hits: 2 });
}, 60_000);

test('a check-in that is pushed to one worker reaches the subscribers of all, once', async () => {
  program = await startChild({ WORKERS: '2', CHECK_IN_HOOK_SECRETS: hookSecret });
  // The parent gives connections to its workers in turn. Equal queries would share the calls of one. and every push takes the same connection.
  const subscribers: CheckInSubscriber[] = [];
  for (let opened = 0; opened < 4; opened += 1) subscribers.push(await subscriber(program, 'payload'));
  for (const number of [1, 2, 3]) expect((await push(program, { number })).status).toBe(200);
  for (const joined of subscribers) {
    const received: number[] = [];
    while (received.length < 3) {
      const { payload } = (await joined.next()).data.checkIns;
      if (payload.series === undefined) received.push(payload.number as number);
    }
    expect(received).toEqual([1, 2, 3]);
    await joined.leave();
  }
}, 60_000);

test('all workers share one sandbox, and a temporary file, which is removed at the end', async () => {
  const TMPDIR = temporaryFolder();
  program = await startChild({ WORKERS: '2', TMPDIR });
  const found = async () => (await send(program, '{ attendee(by: { mobile: "10000900001" }) { id } }')).data!.attendee as unknown;
  expect(await found()).toBeNull();
  const { data } = await send(
    program,
    'mutation { ssoLogin(input: { mobile: "10000900001", addIfMissing: true }) { userErrors { code } } }',
  );
  expect(data).toEqual({ ssoLogin: { userErrors: [] } });
  for (let read = 0; read < 4; read += 1) expect(await found()).toEqual({ id: expect.any(String) });
  expect(readdirSync(TMPDIR)).toHaveLength(1);
  expect(await program.end('SIGTERM')).toBe(0);
  expect(readdirSync(TMPDIR)).toEqual([]);
}, 60_000);
