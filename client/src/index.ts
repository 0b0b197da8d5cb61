/*
 * What an app over Event Graph needs on its side: data and small functions, without another package.
 *
 *   new InMemoryCache({ possibleTypes, typePolicies })   Apollo Client
 *   cacheExchange({ keys: graphcacheKeys })              urql
 *   config: { scalars }                                  GraphQL Code Generator
 *
 * Ids are global, so objects with an id need little. Those without one need a policy: when two components select different fields of such
 * an object, each response would replace the fields of the other, and both would fetch again without end.
 */

import { policiesOf, possibleTypes } from './policies.generated.js';

export { possibleTypes };
export { withoutFailedFields } from './errors.js';
export { scalars } from './scalars.js';
// Declarations of an app that spreads the policies name these types.
export type { Stored } from './merge.js';
export type { FieldOptions, Pages } from './reads.js';

/**
 * The policies for Apollo Client's cache. Pages of `Activity.attendees` become one list, whether `nodes` or `edges` are selected: fetch the
 * next with `fetchMore({ variables: { after: pageInfo.endCursor } })`. A record that is in the cache is read from there by its id.
 */
export const typePolicies = policiesOf('');

/** The keys for urql's Graphcache: objects without id belong to the object that has them. */
export const graphcacheKeys = keysOf(typePolicies);

/** The names that have no prefix in any graph. */
const sharedNames: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription', 'Node', 'PageInfo']);

/** Returns the policies, types and keys with the names of a graph whose TYPE_PREFIX is this prefix. */
export function withTypePrefix(prefix: string) {
  const prefixed = (name: string): string => (sharedNames.has(name) ? name : prefix + name);
  const renamed = <Row>(rows: Readonly<Record<string, Row>>): Record<string, Row> =>
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [prefixed(name), row]));
  const policies = renamed<object>(policiesOf(prefix));
  const types = Object.entries(possibleTypes).map(([name, members]) => [prefixed(name), members.map(prefixed)]);
  return {
    typePolicies: policies,
    possibleTypes: Object.fromEntries(types) as typeof possibleTypes,
    graphcacheKeys: keysOf(policies),
  };
}

/** A type has a policy for the whole object if it has no id. */
function keysOf(policies: Readonly<Record<string, object>>): Record<string, () => null> {
  const withoutId = Object.entries(policies).filter(([, policy]) => 'merge' in policy);
  return Object.fromEntries(withoutId.map(([name]) => [name, () => null]));
}
