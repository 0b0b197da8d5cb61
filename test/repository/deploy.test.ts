import { parse } from 'yaml';
import { settingNames } from '../../src/config/settings.js';
import { createMetrics } from '../../src/server/telemetry/metrics.js';
import { SummedMetrics } from '../../src/server/telemetry/summed-metrics.js';
import { textOf } from './files.js';

test('.env.example names every setting once, and no other', () => {
  const named = [...textOf('.env.example').matchAll(/^#?([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(settingNames));
  expect(named).toHaveLength(settingNames.length);
});

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
});

test('outcomes that alerts and panels select are counted by the program', () => {
  const counted = /ok|rejected|invalid_response|unavailable|timeout|rate_limited|overloaded|circuit_open|cancelled|failed/;
  const selected = [...textOf('deploy/prometheus/alerts.yaml').matchAll(/outcome=~?"([^"]+)"/g)].flatMap(([, outcomes]) =>
    outcomes!.split('|'),
  );
  expect(selected.length).toBeGreaterThan(3);
  expect(selected.filter((outcome) => !counted.test(outcome))).toEqual([]);
});

test('every alert has an expression, and states what has happened and what to do', () => {
  type Alert = Readonly<{ alert: string; expr: string; annotations: Readonly<Record<string, string>> }>;
  const { groups } = parse(textOf('deploy/prometheus/alerts.yaml')) as { groups: { rules: Alert[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(5);
  expect(rules.filter(({ expr, annotations: { summary, description } }) => !expr || !summary || !description)).toEqual([]);
});

test('the image, the manifests and the unit wait longer for the end than SHUTDOWN_GRACE_MS', () => {
  const seconds = (path: string, pattern: RegExp) => Number(pattern.exec(textOf(path))![1]);
  expect(seconds('compose.yaml', /stop_grace_period: (\d+)s/)).toBeGreaterThan(10);
  expect(seconds('deploy/kubernetes/deployment.yaml', /terminationGracePeriodSeconds: (\d+)/)).toBeGreaterThan(10);
  expect(seconds('deploy/systemd/event-graph.service', /TimeoutStopSec=(\d+)/)).toBeGreaterThan(10);
});
