/* The policies for Apollo Client of a graph with TYPE_PREFIX. */

import { itemByItemWithPrefix } from './merge.js';
import { possibleTypes, typePolicies } from './type-policies.generated.js';

/** The names that get no prefix, as in src/graph/type-names.ts. */
const sharedNames: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription', 'Node', 'PageInfo']);

/** Returns `possibleTypes` and `typePolicies` with the names of a graph whose TYPE_PREFIX is this prefix. */
export function withTypePrefix(prefix: string) {
  const prefixed = (name: string): string => (sharedNames.has(name) ? name : prefix + name);
  const itemByItem = itemByItemWithPrefix(prefix);
  // The generated policies merge every field that they name item by item.
  const prefixedFields = (fields: object) => Object.fromEntries(Object.keys(fields).map((name) => [name, itemByItem]));
  const prefixedPolicies = Object.entries(typePolicies).map(
    ([name, policy]) => [prefixed(name), 'fields' in policy ? { ...policy, fields: prefixedFields(policy.fields) } : policy] as const,
  );
  return {
    possibleTypes: Object.fromEntries(Object.entries(possibleTypes).map(([name, types]) => [prefixed(name), types.map(prefixed)])),
    typePolicies: Object.fromEntries(prefixedPolicies),
  };
}
