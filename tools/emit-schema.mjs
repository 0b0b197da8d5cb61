/*
 * Writes the subgraph's SDL for composers, stitching gateways and code generators, and the JSON Schema of operations files. With --check it writes
 * nothing and fails if a committed file is stale. Run `npm run build` first.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { operationsFileSchema } from '../dist/config/operations-file/format.js';
import { stitchingSdl } from '../dist/graph/federation/stitching-sdl.js';
import { createSubgraph } from '../dist/graph/schema/schema.js';

const header = '# Generated from the code by `npm run schema`; do not edit.\n';
const check = process.argv.includes('--check');

const subgraph = createSubgraph({ maxPageSize: 100, authDirectives: true });
const stale = [
  { file: 'event-graph.graphql', content: header + subgraph.sdl },
  // For gateways that refuse @authenticated and @requiresScopes. The graph enforces the scopes itself.
  { file: 'event-graph.no-auth.graphql', content: header + createSubgraph({ maxPageSize: 100, authDirectives: false }).sdl },
  { file: 'event-graph.stitching.graphql', content: header + stitchingSdl(subgraph.schema) },
  { file: 'operations-file.schema.json', content: `${JSON.stringify(operationsFileSchema(), null, 2)}\n` },
].filter(({ file, content }) => {
  const url = new URL(`../schema/${file}`, import.meta.url);
  if (read(url) === content) return false;
  if (!check) writeFileSync(url, content);
  return true;
});

for (const { file } of stale)
  console.log(check ? `schema/${file} is stale: run \`npm run schema\` and commit it.` : `wrote schema/${file}`);
if (check && stale.length > 0) process.exitCode = 1;

function read(url) {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return null;
  }
}
