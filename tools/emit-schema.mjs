import { readFileSync, writeFileSync } from 'node:fs';
import { createSubgraph } from '../dist/graph/schema.js';

/*
 * Writes the subgraph's SDL for composers and code generators. With --check it writes nothing and fails where a
 * committed file is not what the code says. Needs `npm run build` first.
 */

const header = '# Generated from the code by `npm run schema`; do not edit.\n';
const check = process.argv.includes('--check');

const stale = [
  { file: 'event-graph.graphql', authDirectives: true },
  // For gateways that refuse @authenticated and @requiresScopes; the graph enforces them all the same.
  { file: 'event-graph.no-auth.graphql', authDirectives: false },
].filter(({ file, authDirectives }) => {
  const url = new URL(`../schema/${file}`, import.meta.url);
  const sdl = header + createSubgraph({ maxPageSize: 100, authDirectives }).sdl;
  if (read(url) === sdl) return false;
  if (!check) writeFileSync(url, sdl);
  return true;
});

for (const { file } of stale) console.log(check ? `schema/${file} is stale: run \`npm run schema\` and commit it.` : `wrote schema/${file}`);
if (check && stale.length > 0) process.exitCode = 1;

function read(url) {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return null;
  }
}
