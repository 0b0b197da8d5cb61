/* What the files of `deploy` state of the program: its metrics, settings, exit codes and operations. Their form: package/deploy.test.ts. */

import { parse } from 'yaml';
import { createMetrics } from '../../src/server/telemetry/metrics.js';
import { SummedMetrics } from '../../src/server/telemetry/summed-metrics.js';
import { textOf } from './files.js';

/** The names of metrics in an expression of Prometheus. */
const metricsIn = (text: string) => new Set([...text.matchAll(/\b(?:event_graph|nodejs|process)_\w+/g)].map(([name]) => name));

test.each(['deploy/prometheus/alerts.yaml', 'deploy/grafana/event-graph.json'])('%s queries metrics that exist', async (path) => {
  const described = (await createMetrics().text()) + (await new SummedMetrics(() => 2).text());
  const exposed = new Set(
    [...described.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) => [
      name!,
      ...(type === 'histogram' ? [`${name}_bucket`] : []),
    ]),
  );
  const asked = [...metricsIn(textOf(path))];
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((name) => !exposed.has(name))).toEqual([]);
  // The dashboard shows all of the program's own.
  const shown = asked.map((name) => name.replace('_bucket', ''));
  const unshown = [...exposed].filter((name) => name.startsWith('event_graph') && !shown.includes(name.replace('_bucket', '')));
  if (path.includes('grafana')) expect(unshown).toEqual([]);
});

test('each supervisor waits longer for the end than SHUTDOWN_DELAY_MS, SHUTDOWN_GRACE_MS and two seconds', () => {
  const number = (path: string, pattern: RegExp) => Number(pattern.exec(textOf(path))![1]);
  const delayIn = (path: string) => number(path, /SHUTDOWN_DELAY_MS=(\d+)/) / 1000;
  const graceAndEnd = 10 + 2;
  expect(number('compose.yaml', /stop_grace_period: (\d+)s/)).toBeGreaterThanOrEqual(delayIn('Dockerfile') + graceAndEnd);
  const pod = number('deploy/kubernetes/deployment.yaml', /terminationGracePeriodSeconds: (\d+)/);
  expect(pod).toBeGreaterThanOrEqual(delayIn('deploy/kubernetes/settings.env') + graceAndEnd);
  const unit = 'deploy/systemd/event-graph.service';
  expect(number(unit, /TimeoutStopSec=(\d+)/)).toBeGreaterThanOrEqual(delayIn(unit) + graceAndEnd);
});

test('a supervisor starts the program again, but not for ever after bad settings; a crash writes no memory to the disk', () => {
  const unit = textOf('deploy/systemd/event-graph.service');
  for (const line of [
    'Restart=always',
    'RestartPreventExitStatus=78',
    'StartLimitIntervalSec=0',
    'LimitCORE=0',
    'LogsDirectory=event-graph',
    'LogRateLimitIntervalSec=0',
  ])
    expect(unit).toContain(`\n${line}\n`);
  const { services } = parse(textOf('compose.yaml')) as { services: { 'event-graph': object } };
  expect(services['event-graph']).toMatchObject({
    restart: expect.stringMatching(/^on-failure:\d+$/),
    mem_limit: expect.any(String),
    logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
    ulimits: { core: 0 },
  });
});

describe('nginx sends a request that was cut off to the other program only if it is harmless', () => {
  const patterns = [...textOf('deploy/nginx/event-graph.conf').matchAll(/'~\(\?s\)(.*)' 1;/g)].map(
    ([, pattern]) => new RegExp(pattern!, 's'),
  );
  const isRepeated = (body: object) => patterns.some((pattern) => pattern.test(JSON.stringify(body)));
  const add = 'mutation Add($input: AddAttendeesInput!) {\n  addAttendees(input: $input) { replayed }\n}';
  const keyed = { input: { contact: { name: '王伟' }, idempotencyKey: 'k-1' } };

  test.each([
    ['a query', { query: '{ activity { id } }', variables: { first: 5 } }],
    ['a registration with a key', { query: add, variables: keyed }],
    ['a registration with its key in the document', { query: 'mutation { addAttendees(input: { idempotencyKey: "k-1" }) { replayed } }' }],
  ])('%s is sent again', (_what, body) => {
    expect(isRepeated(body)).toBe(true);
  });

  test.each([
    ['a registration without a key', { query: add, variables: { input: {} } }],
    ['a registration whose key is null', { query: add, variables: { input: { idempotencyKey: null } } }],
    ['one with a key beside one without', { query: `${add} mutation B { a: addAttendees(input: $b) { replayed } }`, variables: keyed }],
    ['a single sign-on', { query: 'mutation { ssoLogin(input: {}) { login { url } } }', variables: keyed }],
    ['a document by its id', { documentId: 'sha256:1', variables: { query: '{ activity { id } }', ...keyed } }],
  ])('%s is not sent again', (_what, body) => {
    expect(isRepeated(body)).toBe(false);
  });

  test('a mutation whose word has escaped letters is not sent again', () => {
    const text = JSON.stringify({ query: 'mutation { createOrder { id } }' }).replace('mutation', String.raw`\u006dutation`);
    expect(patterns.filter((pattern) => pattern.test(text))).toEqual([]);
    expect(patterns).toHaveLength(2);
  });
});
