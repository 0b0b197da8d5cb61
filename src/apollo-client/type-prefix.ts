/* The policies for Apollo Client of a graph with TYPE_PREFIX. */

import { possibleTypes, typePolicies } from './type-policies.generated.js';

/** The names that get no prefix, as in src/graph/type-names.ts. */
const sharedNames: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription', 'Node', 'PageInfo']);

/** Returns `possibleTypes` and `typePolicies` with the names of a graph whose TYPE_PREFIX is this prefix. */
export function withTypePrefix(prefix: string) {
  const prefixed = (name: string): string => (sharedNames.has(name) ? name : prefix + name);
  return {
    possibleTypes: Object.fromEntries(Object.entries(possibleTypes).map(([name, types]) => [prefixed(name), types.map(prefixed)])),
    typePolicies: Object.fromEntries(Object.entries(typePolicies).map(([name, policy]) => [prefixed(name), policy])),
  };
}
