/* deploy/prometheus/alerts.yaml, as promtool of Prometheus evaluates it over the series of alerts.yaml in this folder. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const rules = 'deploy/prometheus/alerts.yaml';
const tests = 'test/package/alerts.yaml';

/** Runs promtool. Without it these tests fail. @throws Error with its output */
function promtool(...words: readonly string[]): string {
  try {
    return execFileSync('promtool', words, { encoding: 'utf8' });
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: string; stdout?: string; stderr?: string };
    const message = 'promtool is not installed. It is in the Debian package prometheus: apt-get install prometheus';
    throw new Error(code === 'ENOENT' ? message : stdout + stderr, { cause: error });
  }
}

test('the rules are valid, and each fires when it should, and only then', () => {
  expect(promtool('check', 'config', 'deploy/prometheus/prometheus.yaml')).toContain('SUCCESS');
  expect(promtool('test', 'rules', tests)).toContain('SUCCESS');
});

test('every rule has a test', () => {
  const { groups } = parse(readFileSync(rules, 'utf8')) as { groups: { rules: { alert: string }[] }[] };
  const tested = readFileSync(tests, 'utf8');
  const alerts = groups.flatMap((group) => group.rules.map(({ alert }) => alert));
  expect(alerts.filter((alert) => !new RegExp(`${alert}\\b`).test(tested))).toEqual([]);
});
