/*
 * Type policies for Apollo Client's cache. Plain data and functions, without a package.
 *
 *   new InMemoryCache({ possibleTypes, typePolicies })
 *
 * Objects with an id need no policy, because their ids are global. Objects without an id need one: when two components select
 * different fields of such an object, each response would replace the fields of the other, and both would fetch again without end.
 */

export { possibleTypes, typePolicies } from './apollo-client/type-policies.generated.js';
export { withTypePrefix } from './apollo-client/type-prefix.js';
