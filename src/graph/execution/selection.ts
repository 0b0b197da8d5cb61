/* What a resolver asks of the selection below its field: whether it has some fields, and something computed of it once for a plan. */

import { getNamedType, type FieldNode, type GraphQLObjectType, type GraphQLResolveInfo } from 'graphql';
import { collectFields, selectionSetsOf } from './plan.js';

/**
 * Whether the selection of the field being resolved contains one of these fields, directly or in a fragment.
 * @param type the type whose fields they are. Omitted: the one that the field returns, which is then no interface or union
 */
export function selectsAny(
  info: GraphQLResolveInfo,
  names: ReadonlySet<string>,
  type = getNamedType(info.returnType) as GraphQLObjectType,
): boolean {
  return [...selectedFields(info.fieldNodes, type, info).keys()].some((name) => names.has(name));
}

/**
 * Returns a function that computes something of the selection below the field being resolved, once for all executions of a
 * plan. It remembers the result by the list of nodes, unless directives read variables for it: in executors that compile a query, such as
 * graphql-jit, one list of nodes is for all variables.
 */
export function memoizedBySelection<T extends object | boolean>(compute: (info: GraphQLResolveInfo) => T): (info: GraphQLResolveInfo) => T {
  const known = new WeakMap<readonly FieldNode[], T>();
  return (info) => {
    const nodes = info.fieldNodes;
    let result = known.get(nodes);
    if (result !== undefined) return result;
    let readsVariables = false;
    const variableValues = { get: () => ((readsVariables = true), info.variableValues) };
    result = compute(Object.create(info, { variableValues }) as GraphQLResolveInfo);
    if (!readsVariables) known.set(nodes, result);
    return result;
  };
}

/** Returns the fields that nodes select on a type, by name. */
export function selectedFields(
  nodes: readonly FieldNode[],
  type: GraphQLObjectType,
  info: GraphQLResolveInfo,
): ReadonlyMap<string, readonly FieldNode[]> {
  return collectFields(info, type, selectionSetsOf(nodes), ({ name }) => name.value);
}
