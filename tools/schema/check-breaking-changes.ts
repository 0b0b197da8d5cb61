/*
 * Compares the graph with schema/baseline.graphql, and fails for a breaking change that schema/breaking-changes.json does not accept.
 * Without --check it also lists the changes that may surprise clients. With --release it makes the graph the baseline, and nothing is
 * accepted any more.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { parse, print, visit } from 'graphql';
import { type AcceptedChanges, breakingChanges, dangerousChanges, report } from './breaking-changes.js';

const baselineFile = 'schema/baseline.graphql';
const acceptedFile = 'schema/breaking-changes.json';

const current = readFileSync('schema/event-graph.graphql', 'utf8');
if (process.argv.includes('--release')) release();

const baseline = readFileSync(baselineFile, 'utf8');
const accepted = JSON.parse(readFileSync(acceptedFile, 'utf8')) as AcceptedChanges;
const problems = report(breakingChanges(baseline, current), accepted);
for (const line of problems) console.error(line);
if (problems.length > 0) process.exitCode = 1;
if (!process.argv.includes('--check')) for (const change of dangerousChanges(baseline, current)) console.log(`note: ${change}`);

/** Descriptions are left out: they are not compared. */
function release(): void {
  const compared = visit(parse(current), { enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined) });
  const header = '# The graph that later ones must not break, written by `npm run schema:breaking -- --release`; do not edit.\n';
  writeFileSync(baselineFile, `${header}${print(compared)}\n`);
  writeFileSync(acceptedFile, '{}\n');
}
