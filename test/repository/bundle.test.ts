/* What the bundle of the program contains (tools/bundle.mjs). */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledSources } from '../support/child-program.js';

const chunks = join(compiledSources(), 'program/chunks');
const text = readdirSync(chunks)
  .map((file) => readFileSync(join(chunks, file), 'utf8'))
  .join('\n');

test('the bundle contains graphql once', () => {
  expect(text.match(/\bclass GraphQLSchema\b|\bGraphQLSchema=class\b/g)).toHaveLength(1);
});

test('no module of the bundle has an object of its own with the exports of graphql', () => {
  expect(text).toContain('__toESM(require_');
  expect(text).not.toMatch(/__toESM\(require_graphql/);
});
