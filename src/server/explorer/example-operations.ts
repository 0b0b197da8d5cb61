import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExampleOperation } from './explorer-content.js';
import { firstQuery } from './first-query.js';

const shipped = fileURLToPath(new URL('../../../schema/operations/', import.meta.url));

/**
 * Returns the operations of the explorer's tabs in groups: the first query, then an example for each feature.
 * @param operationsFile with `operations.json`, the examples in a folder `operations` beside it follow
 */
export function exampleOperations(operationsFile: string | null = null): readonly ExampleOperation[] {
  const bound = operationsFile?.endsWith('.json') ? examplesIn(operationsFile.slice(0, -'.json'.length), 'Bound operations: ') : [];
  return [{ query: firstQuery, group: groups[0] }, ...examplesIn(shipped), ...bound];
}

function examplesIn(folder: string, prefix = ''): readonly ExampleOperation[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.graphql')) : [];
  const examples = names.toSorted().map((name) => {
    const variables = join(folder, name.replace(/graphql$/, 'variables.json'));
    const query = readFileSync(join(folder, name), 'utf8');
    return {
      query,
      group: prefix === '' ? groups[rank(query)] : prefix + groups[rank(query)].toLowerCase(),
      ...(existsSync(variables) && { variables: readFileSync(variables, 'utf8') }),
    };
  });
  return examples.toSorted((one, other) => rank(one.query) - rank(other.query));
}

/** The groups in the order of the tabs. Entry points of federation and stitching are last, because few people call them. */
const groups = ['Queries', 'Mutations', 'Subscriptions', 'Federation and stitching'] as const;

function rank(query: string): 0 | 1 | 2 | 3 {
  if (/\b_(entities|service)\b|^query Stitching/m.test(query)) return 3;
  return /^mutation\b/m.test(query) ? 1 : /^subscription\b/m.test(query) ? 2 : 0;
}
