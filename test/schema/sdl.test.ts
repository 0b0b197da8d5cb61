import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSubgraph } from '../../src/graph/schema.js';

test.each([
  ['event-graph.graphql', true],
  ['event-graph.no-auth.graphql', false],
])('schema/%s is what the code says; if not, npm run schema writes it anew', (file, authDirectives) => {
  const [header, ...lines] = readFileSync(join(__dirname, '../../schema', file), 'utf8').split('\n');
  expect(header).toMatch(/^# Generated/);
  expect(lines.join('\n')).toBe(createSubgraph({ maxPageSize: 100, authDirectives }).sdl);
});

test('only one of the two has the directives of access', () => {
  const text = (file: string) => readFileSync(join(__dirname, '../../schema', file), 'utf8');
  expect(text('event-graph.graphql')).toMatch(/@requiresScopes\(/);
  expect(text('event-graph.no-auth.graphql')).not.toMatch(/@requiresScopes|@authenticated/);
});
