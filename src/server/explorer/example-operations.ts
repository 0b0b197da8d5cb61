import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { firstQuery } from './first-query.js';

const folder = new URL('../../../schema/operations/', import.meta.url);

/** Returns the operations of the explorer's tabs: the first query, then an example for each feature. Queries precede mutations; federation's entry points are last. */
export function exampleOperations(): readonly { readonly query: string; readonly variables?: string }[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.graphql')) : [];
  const examples = names.toSorted().map((name) => {
    const variables = new URL(name.replace(/graphql$/, 'variables.json'), folder);
    return {
      query: readFileSync(new URL(name, folder), 'utf8'),
      ...(existsSync(variables) && { variables: readFileSync(variables, 'utf8') }),
    };
  });
  return [{ query: firstQuery }, ...examples.toSorted((one, other) => rank(one.query) - rank(other.query))];
}

const rank = (query: string): number => (/\b_(entities|service)\b/.test(query) ? 2 : /^mutation\b/m.test(query) ? 1 : 0);
