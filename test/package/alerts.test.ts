/*
 * What an operator sees: each failure is caused on purpose over real sockets, and shows as a line in the log, in the metrics, and as an alert.
 * promtool evaluates deploy/prometheus/alerts.yaml over the metrics that the test has scraped.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';
import { parse } from 'yaml';
import { sandboxKeys } from '../../src/sandbox/sandbox.js';
import { alteredService, type Alteration } from '../support/altered-service.js';
import { startChild, type ChildProgram } from '../support/child-program.js';
import { freePort } from '../support/free-port.js';
import { programOver, type ProgramUnderTest } from '../support/program.js';
import { RedisServer } from '../support/redis-server.js';
import { registryService } from '../support/registry-service.js';
import { stopClock } from '../support/stopped-clock.js';
import { until } from '../support/until.js';

jest.setTimeout(120_000);
afterEach(() => void jest.useRealTimers());

const rules = 'deploy/prometheus/alerts.yaml';

/** Runs promtool of Prometheus. Without it these tests fail. @throws Error with its output */
function promtool(...words: readonly string[]): string {
  try {
    return execFileSync('promtool', words, { encoding: 'utf8' });
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: string; stdout?: string; stderr?: string };
    const message = 'promtool is not installed. It is in the Debian package prometheus: apt-get install prometheus';
    throw new Error(code === 'ENOENT' ? message : stdout + stderr, { cause: error });
  }
}

/** The seconds between two scrapes, and between two evaluations of the rules. */
const interval = 15;

/** When an alert fires, in seconds since the first scrape: not yet at `after`, at `by`, and no more at `over`. */
type Firing = readonly [alert: string, at: { readonly after: number; readonly by: number; readonly over?: number }];

/** The metrics of a program, as Prometheus scrapes them every 15 s. */
class Scrapes {
  readonly #values = new Map<string, string[]>();
  #count = 0;

  /** @param text null if the program does not respond */
  add(text: string | null): void {
    const samples = [...(text ?? '').matchAll(/^((?:event_graph|nodejs_eventloop|process_start)\w+)(?:\{(.*)\})? (\S+)$/gm)];
    for (const [, name, labels = '', value] of samples)
      this.#add(`${name}{${[labels, 'job="event-graph"', 'instance="one"'].filter((label) => label !== '').join(',')}}`, value!);
    this.#add('up{job="event-graph",instance="one"}', text === null ? '0' : '1');
    this.#count += 1;
    for (const values of this.#values.values()) if (values.length < this.#count) values.push('_');
  }

  #add(series: string, value: string): void {
    let values = this.#values.get(series);
    if (!values) this.#values.set(series, (values = new Array<string>(this.#count).fill('_')));
    values.push(value);
  }

  /** The index of the last scrape. */
  get last(): number {
    return this.#count - 1;
  }

  /** Runs a load and scrapes a program, several times. @param pass called with the milliseconds between two scrapes, none of which has passed */
  async during(
    times: number,
    program: ProgramUnderTest,
    load: () => unknown = () => {},
    pass: (ms: number) => void = () => {},
  ): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await load();
      this.add(await program.metrics());
      pass(interval * 1000);
    }
  }

  /** Alerts that the load of a test may cause on a slow machine. */
  permitted: readonly string[] = [];

  /** Asserts that alerts fire when they should, and no others at all. @throws Error with what promtool expected and got */
  assertFiring(...firings: readonly Firing[]): void {
    const isFiring = (alert: string, eval_time: number, value: 0 | 1) => ({
      expr: `max(ALERTS{alertname="${alert}",alertstate="firing"})`,
      eval_time: `${eval_time}s`,
      exp_samples: value === 1 ? [{ labels: '{}', value }] : [],
    });
    const others = [...firings.map(([alert]) => alert), ...this.permitted].join('|');
    const test = {
      interval: `${interval}s`,
      input_series: [...this.#values].map(([series, values]) => ({ series, values: values.join(' ') })),
      promql_expr_test: [
        ...firings.flatMap(([alert, { after, by, over }]) => [
          isFiring(alert, after, 0),
          isFiring(alert, by, 1),
          ...(over === undefined ? [] : [isFiring(alert, over, 0)]),
        ]),
        {
          expr: `count(count_over_time(ALERTS{alertname!~"${others}",alertstate="firing"}[1h]))`,
          eval_time: `${Math.max(this.last, 40) * interval}s`,
          exp_samples: [],
        },
      ],
    };
    const file = join(mkdtempSync(join(tmpdir(), 'alerts-')), 'test.yaml');
    writeFileSync(file, JSON.stringify({ rule_files: [resolve(rules)], evaluation_interval: `${interval}s`, tests: [test] }));
    promtool('test', 'rules', file);
  }
}

const linesOf = (log: string, level: 'info' | 'warn', text: string) =>
  log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ level: number, msg }) => number === (level === 'info' ? 30 : 40) && String(msg).includes(text));

/** Starts the program over a sandbox whose replies can be altered at any time. */
async function programOverAltered(env: Record<string, string> = {}) {
  const service: { alter: Alteration['alter'] } = { alter: undefined };
  const { url } = await alteredService({ alter: (...reply) => service.alter?.(...reply) });
  const keys = { EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey, EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey };
  return { service, program: await programOver(url, { ...keys, EVENT_SERVICE_RETRIES: '0', ...env }) };
}

const tickets = '{ activity { name: id tickets { totalStock } } }';
const page = '{ attendee(by: { id: "1" }) { name } }';
const times = async (count: number, act: () => Promise<unknown>) => {
  for (let time = 0; time < count; time += 1) await act();
};

test('promtool accepts the rules, and those without a test here fire when they should, and only then', () => {
  expect(promtool('check', 'rules', rules)).toContain('SUCCESS');
  expect(promtool('test', 'rules', 'test/package/alerts.yaml')).toContain('SUCCESS');
});

test('all calls rejected, after they were accepted: a line after a minute and one when it is over, and an alert', async () => {
  const { service, program } = await programOverAltered();
  const scrapes = new Scrapes();
  // The program measures the minute by its monotonic clock.
  const { pass } = stopClock();
  const during = (scraped: number) => scrapes.during(scraped, program, () => times(3, () => program.run(tickets)), pass);
  await during(16);
  service.alter = (_path, reply) => void (reply.json = { code: 0, msg: 'Signature error' });
  await during(4);
  expect(linesOf(program.logs(), 'warn', 'rejected every call')).toEqual([]);
  await during(20);
  expect(linesOf(program.logs(), 'warn', 'rejected every call of this operation for a minute')).toEqual([
    expect.objectContaining({ operation: '/api/ticket/data', outcome: 'rejected', hint: expect.stringContaining('event-graph doctor') }),
  ]);
  expect(await program.metrics()).toContain('event_graph_upstream_calls_total{operation="/api/ticket/data",outcome="rejected"} 72');
  service.alter = undefined;
  await during(16);
  expect(linesOf(program.logs(), 'info', 'accepts calls of this operation again')).toHaveLength(1);
  scrapes.assertFiring(['EventGraphCallsRejected', { after: 240 + 180, by: 240 + 240, over: 780 }]);
});

test('values that break the interface: a line at once, a counter of fields, and an alert', async () => {
  const { service, program } = await programOverAltered();
  const scrapes = new Scrapes();
  await scrapes.during(8, program, () => program.run(tickets));
  service.alter = (_path, reply) => {
    for (const item of reply.json.data) item.num = 'many';
  };
  await scrapes.during(30, program, () => program.run(tickets));
  expect(linesOf(program.logs(), 'warn', 'values that break the interface')).toEqual([
    expect.objectContaining({ operation: '/api/ticket/data', path: '$.data[].num', count: 1, expected: 'an integer' }),
  ]);
  const metrics = await program.metrics();
  expect(metrics).toContain('event_graph_invalid_values_total{operation="/api/ticket/data"} 30');
  expect(metrics).toContain('event_graph_upstream_calls_total{operation="/api/ticket/data",outcome="ok"} 38');
  scrapes.assertFiring(['EventGraphInvalidValues', { after: 360, by: 450 }]);
});

test('data of the wrong kind, which no field can use: an invalid response, an operation that failed as a whole, and alerts', async () => {
  const { service, program } = await programOverAltered();
  const scrapes = new Scrapes();
  await scrapes.during(8, program, () => program.run(page));
  service.alter = (_path, reply) => void (reply.json.data = 'none');
  await scrapes.during(40, program, () => program.run(page));
  expect(linesOf(program.logs(), 'warn', 'fails at this operation')).toEqual([
    expect.objectContaining({ operation: '/api/participant/getList', outcome: 'invalid_response', cause: 'INVALID_DATA', path: '$.data' }),
  ]);
  const metrics = await program.metrics();
  expect(metrics).toContain('event_graph_upstream_calls_total{operation="/api/participant/getList",outcome="invalid_response"} 40');
  expect(metrics).toContain('event_graph_operations_total{kind="query",outcome="failed"} 40');
  expect(metrics).not.toContain('event_graph_invalid_values_total{');
  scrapes.assertFiring(['EventGraphUpstreamFailing', { after: 360, by: 510 }], ['EventGraphOperationsFailing', { after: 360, by: 480 }]);
});

test('a service that fails, or limits the rate of calls: a line for each cause, and alerts', async () => {
  const { service, program } = await programOverAltered({ EVENT_SERVICE_RETRIES: '0' });
  const scrapes = new Scrapes();
  await scrapes.during(4, program, () => program.run(page));
  service.alter = (_path, reply) => void (reply.status = 429);
  await scrapes.during(30, program, () => program.run(page));
  service.alter = (_path, reply) => void (reply.status = 503);
  await scrapes.during(30, program, () => times(3, () => program.run(page)));
  expect(linesOf(program.logs(), 'warn', 'fails at this operation')[0]).toMatchObject({ outcome: 'rate_limited', cause: 'HTTP_429' });
  expect(linesOf(program.logs(), 'warn', 'The circuit of this path is open')).toHaveLength(1);
  scrapes.assertFiring(
    ['EventGraphOperationsFailing', { after: 360, by: 390 }],
    ['EventGraphUpstreamRateLimited', { after: 360, by: 390, over: 860 }],
    ['EventGraphUpstreamFailing', { after: 810, by: 870 }],
    ['EventGraphCircuitOpen', { after: 660, by: 870 }],
  );
});

test('registrations: one count a mutation, each outcome from the start, and an alert for one whose outcome is not known', async () => {
  const service = await registryService();
  const program = await programOver(service.url);
  const scrapes = new Scrapes();
  const counts = async () =>
    Object.fromEntries(
      [...(await program.metrics()).matchAll(/^event_graph_registrations_total\{outcome="(\w+)"\} (\d+)$/gm)].map(([, outcome, count]) => [
        outcome,
        Number(count),
      ]),
    );
  const add = (number: number, mobile = '13800138000') =>
    program.run('mutation Add($input: AddAttendeesInput!) { addAttendees(input: $input) { userErrors { code } } }', {
      input: { contact: { name: 'A', mobile }, attendees: [{ name: 'A', mobile }], idempotencyKey: `registration-number-${number}` },
    });
  const none = { registered: 0, replayed: 0, rejected: 0, user_error: 0, unknown: 0, refused: 0 };
  expect(await counts()).toEqual(none);
  await add(1);
  await add(1);
  await add(2, '');
  await scrapes.during(4, program);
  service.behave('commits, then resets', 'rejects with code 0', 'rejects with 429');
  await add(3);
  await add(4);
  await add(5);
  expect(await counts()).toEqual({ registered: 1, replayed: 1, user_error: 1, unknown: 1, rejected: 1, refused: 1 });
  await scrapes.during(50, program);
  expect(linesOf(program.logs(), 'info', 'its outcome is unknown')).toEqual([expect.objectContaining({ audit: true, outcome: 'unknown' })]);
  expect(linesOf(program.logs(), 'warn', 'fails at this operation')[0]).toMatchObject({
    operation: '/api/participant/add',
    cause: 'ECONNRESET',
  });
  scrapes.assertFiring(['EventGraphRegistrationUnknown', { after: 45, by: 75, over: 720 }]);
});

test('a state file that cannot be written: a line with the cause, a gauge, and an alert', async () => {
  const service = await registryService();
  const STATE_FILE = join(mkdtempSync(join(tmpdir(), 'state-')), 'state.db');
  const program = await programOver(service.url, { STATE_FILE });
  const scrapes = new Scrapes();
  await scrapes.during(2, program);
  const database = new Database(STATE_FILE);
  database.exec('BEGIN IMMEDIATE');
  await program.run('mutation { ssoLogin(input: { mobile: "13800138000", addIfMissing: true }) { login { url } } }');
  await scrapes.during(8, program);
  database.exec('ROLLBACK');
  database.close();
  expect(linesOf(program.logs(), 'warn', 'The state file cannot be used')).toEqual([expect.objectContaining({ cause: 'SQLITE_BUSY' })]);
  scrapes.assertFiring(['EventGraphStateStoreDown', { after: 75, by: 105 }]);
});

test('a Redis that ends: a line with the cause, two gauges, and alerts', async () => {
  const service = await registryService();
  const redis = await RedisServer.start();
  const program = await programOver(service.url, { REDIS_URL: redis.url });
  const scrapes = new Scrapes();
  await scrapes.during(2, program);
  await redis.kill();
  await until(async () => (await program.metrics()).includes('event_graph_redis_up 0'));
  await scrapes.during(8, program);
  expect(linesOf(program.logs(), 'warn', 'Redis cannot be used')).toEqual([expect.objectContaining({ cause: expect.any(String) })]);
  scrapes.assertFiring(['EventGraphStateStoreDown', { after: 75, by: 105 }], ['EventGraphRedisDown', { after: 75, by: 105 }]);
});

/** A program as a process of its own, on an admin port that stays the same. */
async function child(env: Record<string, string>, options?: Parameters<typeof startChild>[1]) {
  const port = await freePort();
  const scrapes = new Scrapes();
  return {
    scrapes,
    start: () => startChild({ SANDBOX_LIVE: 'false', STATE_FILE: ':memory:', ADMIN_PORT: String(port), ...env }, options),
    scrape: async () => {
      const text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
        (response) => response.text(),
        () => null,
      );
      scrapes.add(text);
      return text;
    },
  };
}

async function endOf(program: ChildProgram, signal: NodeJS.Signals): Promise<number | null> {
  const ended = new Promise<number | null>((done) => program.process.once('close', done));
  program.process.kill(signal);
  return ended;
}

test('starts and ends: a line each with version and mode, and the signal; alerts for many, for a program that is gone, and for none', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { start, scrape, scrapes } = await child({});
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    const program = await start();
    await scrape();
    expect(await endOf(program, signal)).toBe(0);
    expect(linesOf(program.output(), 'info', 'is ready')).toEqual([expect.objectContaining({ version, mode: 'sandbox' })]);
    expect(linesOf(program.output(), 'info', 'Event Graph ends')).toEqual([expect.objectContaining({ version, mode: 'sandbox', signal })]);
    // The metric of the start has whole seconds, and supervisors wait longer.
    await pause(1100);
  }
  for (let time = 0; time < 8; time += 1) await scrape();
  scrapes.assertFiring(['EventGraphRestarting', { after: 30, by: 45 }], ['EventGraphDown', { after: 105, by: 120 }]);
  const empty = new Scrapes();
  empty.assertFiring(['EventGraphAbsent', { after: 285, by: 300 }]);
});

const lostLines = (metrics: string | null) => Number(/^event_graph_audit_lines_lost_total (\d+)$/m.exec(metrics!)![1]);
const ask = (program: ChildProgram, query: string) =>
  fetch(`${program.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  }).then((response) => response.text());

test('audit lines that cannot be written: a line with the cause, a counter, and an alert', async () => {
  const AUDIT_LOG = join(mkdtempSync(join(tmpdir(), 'audit-')), 'audit.log');
  // A file that may not grow is what a full disk is to the program.
  const { start, scrape, scrapes } = await child({ AUDIT_LOG }, { ulimit: '-f 8' });
  const program = await start();
  await scrape();
  // Twenty lines for each request: 8 MB of lines wait in memory before the first is lost.
  const refused = 'addAttendees(input: { contact: { name: "", mobile: "" }, attendees: [] }) { userErrors { code } }';
  const query = `mutation { ${Array.from({ length: 20 }, (_, index) => `a${index}: ${refused}`).join(' ')} }`;
  const load = () => times(50, () => ask(program, query));
  expect(lostLines(await scrape())).toBe(0);
  while (lostLines(await scrape()) === 0) await Promise.all(Array.from({ length: 8 }, load));
  expect(linesOf(program.output(), 'warn', 'AUDIT_LOG cannot be written')).toEqual([expect.objectContaining({ cause: 'EFBIG' })]);
  scrapes.permitted = ['EventGraphSlow', 'EventGraphEventLoopHeld'];
  scrapes.assertFiring(['EventGraphAuditLinesLost', { after: 15, by: 15 * scrapes.last }]);
});

test('audit lines for a standard output whose reader has ended: the counter, and the alert', async () => {
  const { start, scrape, scrapes } = await child({});
  const program = await start();
  expect(lostLines(await scrape())).toBe(0);
  program.process.stdout!.destroy();
  await times(5, () => ask(program, page));
  await until(async () => lostLines(await scrape()) === 5);
  scrapes.assertFiring(['EventGraphAuditLinesLost', { after: 0, by: 15 * scrapes.last }]);
});

test('every rule has a test, here or with values that are made up', () => {
  const { groups } = parse(readFileSync(rules, 'utf8')) as { groups: { rules: { alert: string }[] }[] };
  const tests = readFileSync(__filename, 'utf8') + readFileSync('test/package/alerts.yaml', 'utf8');
  const untested = groups
    .flatMap((group) => group.rules)
    .map(({ alert }) => alert)
    .filter((alert) => !new RegExp(`${alert}\\b`).test(tests));
  expect(untested).toEqual([]);
});
