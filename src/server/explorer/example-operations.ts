import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstQuery } from './first-query.js';

interface Example {
  readonly query: string;
  readonly variables?: string;
}

const shipped = fileURLToPath(new URL('../../../schema/operations/', import.meta.url));

/**
 * Returns the operations of the explorer's tabs: the first query, then an example for each feature. Queries precede mutations;
 * federation's entry points are last.
 * @param operationsFile with `operations.json`, the examples in a folder `operations` beside it follow
 */
export function exampleOperations(operationsFile: string | null = null): readonly Example[] {
  const bound = operationsFile?.endsWith('.json') ? examplesIn(operationsFile.slice(0, -'.json'.length)) : [];
  return [{ query: firstQuery }, ...examplesIn(shipped), ...bound];
}

function examplesIn(folder: string): readonly Example[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.graphql')) : [];
  const examples = names.toSorted().map((name) => {
    const variables = join(folder, name.replace(/graphql$/, 'variables.json'));
    return {
      query: readFileSync(join(folder, name), 'utf8'),
      ...(existsSync(variables) && { variables: readFileSync(variables, 'utf8') }),
    };
  });
  return examples.toSorted((one, other) => rank(one.query) - rank(other.query));
}

const rank = (query: string): number => (/\b_(entities|service)\b/.test(query) ? 2 : /^mutation\b/m.test(query) ? 1 : 0);
