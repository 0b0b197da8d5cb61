/* The program as several processes of one machine (WORKERS). */

import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hookSecret, push, subscriber, type CheckInSubscriber } from '../support/check-ins.js';
import { compiledProgram, startChild, type ChildProgram } from '../support/child-program.js';
import { fakeService, type FakeService } from '../support/fake-service.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';
import { killAll, lives, workersOf } from './processes.js';

const key = 'key-of-the-tests';
const folder = mkdtempSync(join(tmpdir(), 'event-graph-'));

interface Response {
  readonly data?: Record<string, any>;
  readonly errors?: readonly { readonly extensions: Record<string, any> }[];
}

/** Sends an operation over a connection of its own, which the parent gives to the next worker. */
function ask(url: string, query: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const sent = request(`${url}/graphql`, { method: 'POST', headers, agent: new Agent() }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve(JSON.parse(body) as Response));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ query }));
  });
}

const formReply = {
  code: 1,
  data: [
    { name: 'name', type: 'input' },
    { name: 'mobile', type: 'input' },
  ],
};
const attendeeReply = { code: 1, data: { id: 7, form_id: 1001, contact: 'A', review: 1 } };
const registrationReply = { code: 1, url: 'done', ids: [7], sign_code_arr: ['C7'], order_ids: ['O7'] };
const tickets = '{ activity { tickets { name } } }';
const add = (idempotencyKey: string) =>
  `mutation { addAttendees(input: { idempotencyKey: "${idempotencyKey}", contact: { name: "A", mobile: "13700000001" }, attendees: [{ name: "A", mobile: "13700000001" }] }) { replayed registrations { signCode } } }`;

let service: FakeService | undefined;
let program: ChildProgram | undefined;
let admin: string;

async function startWorkers(scripts: Parameters<typeof fakeService>[0], env: Record<string, string> = {}): Promise<ChildProgram> {
  service = await fakeService({
    '/api/activity/getFields': () => formReply,
    '/api/ticket/data': () => ({ code: 1, data: [] }),
    ...scripts,
  });
  // New ones, so that workers that start after the end of all others serve the same addresses.
  const [port, adminPort] = [await freePort(), await freePort()];
  admin = `http://127.0.0.1:${adminPort}`;
  program = await startChild({
    WORKERS: '2',
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    EVENT_SERVICE_URL: service.url,
    EVENT_SERVICE_PUBLIC_KEY: 'public',
    EVENT_SERVICE_PRIVATE_KEY: 'CANARY-PRIVATE-KEY',
    EVENT_SERVICE_ACTIVITY_IDS: '1001',
    AUTH_API_KEYS: `app:${createHash('sha256').update(key).digest('hex')}:content:read attendees:write attendees:read attendees:pii`,
    STATE_FILE: ':memory:',
    CACHE_TTL: 'off',
    ...env,
  });
  return program;
}

const readyz = async () => (await fetch(`${admin}/readyz`)).status;

/** The sum of the counter of HTTP responses over its statuses, and all counters by name and labels. */
async function counters(): Promise<{ responses: number; all: Map<string, number> }> {
  const text = await (await fetch(`${admin}/metrics`)).text();
  const names = new Set([...text.matchAll(/^# TYPE (\S+) (?:counter|histogram)$/gm)].map(([, name]) => name!));
  const isCounted = (line: string) => [...names].some((name) => line.startsWith(name));
  const all = new Map(
    text
      .split('\n')
      .filter((line) => !line.startsWith('#') && isCounted(line))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
  const responses = [...all]
    .filter(([name]) => name.startsWith('event_graph_http_responses_total'))
    .reduce((sum, [, value]) => sum + value, 0);
  return { responses, all };
}

const endOf = async (child: ChildProgram): Promise<number | null> => {
  if (child.process.exitCode === null && child.process.signalCode === null) await once(child.process, 'exit');
  return child.process.exitCode;
};

beforeAll(() => void compiledProgram(), 120_000);
afterEach(async () => {
  if (program?.process.exitCode === null && program.process.signalCode === null) await killAll(program);
  await service?.close();
  service = program = undefined;
});

test('the program logs one ready line when all workers serve; after SIGTERM they complete their requests, and it ends with 0', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const patient = { EVENT_SERVICE_TIMEOUT_MS: '60000', REQUEST_TIMEOUT_MS: '60000', SHUTDOWN_GRACE_MS: '60000' };
  const get = async () => {
    await released;
    return attendeeReply;
  };
  const { url } = await startWorkers({ '/api/participant/get': get }, patient);
  expect(program!.output().match(/is ready at/g)).toHaveLength(1);
  expect(await readyz()).toBe(200);
  const reads = Array.from({ length: 8 }, (_, index) => `{ attendee(by: { mobile: "1000000${1000 + index}" }) { id } }`);
  const underWay = reads.map((read) => ask(url, read));
  await until(() => service!.hitsOf('/participant/get').length === reads.length);
  const workers = workersOf(program!);
  expect(workers).toHaveLength(2);
  // A supervisor may send its signal to every process.
  for (const worker of workers) process.kill(worker, 'SIGTERM');
  program!.process.kill('SIGTERM');
  await until(async () => (await readyz()) === 503);
  await expect(ask(url, tickets)).rejects.toThrow();
  release();
  expect((await Promise.all(underWay)).map(({ data }) => data)).toEqual(reads.map(() => ({ attendee: { id: 'attendee:1001:7' } })));
  expect(await endOf(program!)).toBe(0);
  expect(workers.filter(lives)).toEqual([]);
  expect(program!.output()).not.toMatch(/A worker has ended/);
}, 60_000);

test('a worker ignores SIGTERM, and one that is killed is replaced; the counters of all never fall', async () => {
  const { url } = await startWorkers({});
  for (let sent = 0; sent < 10; sent += 1) await ask(url, tickets);
  // A worker reports what the others have counted until five seconds ago.
  await until(async () => (await counters()).responses === 10);
  const before = await counters();
  const [first, second] = workersOf(program!);
  process.kill(first!, 'SIGTERM');
  process.kill(second!, 'SIGKILL');
  await until(() => workersOf(program!).filter((worker) => worker !== second).length === 2);
  const during = await counters();
  await until(async () => /event_graph_workers 2$/m.test(await (await fetch(`${admin}/metrics`)).text()));
  for (let sent = 0; sent < 10; sent += 1) await ask(url, tickets);
  await until(async () => (await counters()).responses === 20);
  const after = await counters();
  for (const [name, value] of before.all) {
    expect({ name, hasNotFallen: during.all.get(name)! >= value }).toEqual({ name, hasNotFallen: true });
    expect({ name, hasNotFallen: after.all.get(name)! >= during.all.get(name)! }).toEqual({ name, hasNotFallen: true });
  }
  expect(after.all.get('event_graph_worker_ends_total')).toBe(1);
  expect(lives(first!)).toBe(true);
  // Both serve: a worker that is alone would respond to all.
  const log = program!.output();
  expect(log).not.toMatch(/A worker cannot start/);
  expect(await readyz()).toBe(200);
  expect(program!.output()).toMatch(/"level":50[^\n]*"signal":"SIGKILL"[^\n]*A worker has ended; another one is started/);
}, 60_000);

test('kill -9 of the parent ends the workers', async () => {
  await startWorkers({});
  const workers = workersOf(program!);
  await program!.crash();
  await until(() => workers.every((worker) => !lives(worker)));
  expect(workers).toHaveLength(2);
}, 60_000);

test.each([
  ['in memory', ':memory:'],
  ['in a file', join(folder, 'state.db')],
])(
  'a key is registered once over all workers, with outcomes %s',
  async (_where, STATE_FILE) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { url } = await startWorkers(
      {
        '/api/participant/add': async () => {
          await released;
          return registrationReply;
        },
      },
      { STATE_FILE },
    );
    const idempotencyKey = randomUUID();
    const calls = Array.from({ length: 6 }, () => ask(url, add(idempotencyKey)));
    await until(() => service!.hitsOf('/participant/add').length > 0);
    const another = await Promise.race(calls);
    expect(another.errors![0]!.extensions).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS', retryAfterMs: expect.any(Number) });
    release();
    const responses = await Promise.all(calls);
    const succeeded = responses.filter(({ data }) => data).map(({ data }) => data!.addAttendees);
    expect(succeeded).toContainEqual({ replayed: false, registrations: [{ signCode: 'C7' }] });
    expect(responses.filter(({ errors }) => errors).every(({ errors }) => errors![0]!.extensions.code === 'IDEMPOTENCY_IN_PROGRESS')).toBe(
      true,
    );
    for (let repeat = 0; repeat < 4; repeat += 1) {
      const { data } = await ask(url, add(idempotencyKey));
      expect(data).toEqual({ addAttendees: { replayed: true, registrations: [{ signCode: 'C7' }] } });
    }
    expect(service!.hitsOf('/participant/add')).toHaveLength(1);
  },
  60_000,
);

test('a write that a killed worker was sending has an unknown outcome immediately, and is not sent again', async () => {
  const { url } = await startWorkers({ '/api/participant/add': () => undefined, '/api/participant/get': () => ({ code: 0, msg: 'none' }) });
  const idempotencyKey = randomUUID();
  const workers = workersOf(program!);
  const cut = ask(url, add(idempotencyKey)).catch(() => 'cut');
  await until(() => service!.hitsOf('/participant/add').length === 1);
  const codes: string[] = [];
  const repeat = async () => (await ask(url, add(idempotencyKey))).errors![0]!.extensions.code as string;
  // A repeat at the worker that sends waits for it; one at the other worker responds.
  const early = Promise.any(Array.from({ length: 6 }, repeat));
  expect(await early).toBe('IDEMPOTENCY_IN_PROGRESS');
  for (const worker of workers) process.kill(worker, 'SIGKILL');
  await until(() => workersOf(program!).filter((worker) => !workers.includes(worker)).length === 2);
  await until(async () => {
    const code = await repeat().catch(() => null);
    if (code !== null) codes.push(code);
    return code !== null;
  });
  expect(codes).toEqual(['OUTCOME_UNKNOWN']);
  expect(await cut).toBe('cut');
  expect(service!.hitsOf('/participant/add')).toHaveLength(1);
}, 60_000);

test('each worker has an equal share of the rate limit, and at least one call', async () => {
  const { url } = await startWorkers({}, { RATE_LIMIT: '0.01' });
  // The parent gives connections to its workers in turn.
  const responses = await Promise.all(Array.from({ length: 12 }, () => ask(url, tickets)));
  const refused = responses.filter(({ errors }) => errors);
  expect(refused.every(({ errors }) => errors![0]!.extensions.code === 'RATE_LIMITED')).toBe(true);
  expect({ executed: responses.length - refused.length, hits: service!.hitsOf('/ticket/data').length }).toEqual({ executed: 2, hits: 2 });
}, 60_000);

test('a check-in that is pushed to one worker reaches the subscribers of all, once', async () => {
  program = await startChild({ WORKERS: '2', CHECK_IN_HOOK_SECRETS: hookSecret });
  // The parent gives connections to its workers in turn, and every push takes the same connection.
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
  const TMPDIR = mkdtempSync(join(folder, 'temporary-'));
  program = await startChild({ WORKERS: '2', TMPDIR });
  const found = async () => (await ask(program!.url, '{ attendee(by: { mobile: "10000900001" }) { id } }')).data!.attendee as unknown;
  expect(await found()).toBeNull();
  const { data } = await ask(
    program.url,
    'mutation { ssoLogin(input: { mobile: "10000900001", addIfMissing: true }) { userErrors { code } } }',
  );
  expect(data).toEqual({ ssoLogin: { userErrors: [] } });
  for (let read = 0; read < 4; read += 1) expect(await found()).toEqual({ id: expect.any(String) });
  expect(readdirSync(TMPDIR)).toHaveLength(1);
  program.process.kill('SIGTERM');
  expect(await endOf(program)).toBe(0);
  expect(readdirSync(TMPDIR)).toEqual([]);
}, 60_000);
