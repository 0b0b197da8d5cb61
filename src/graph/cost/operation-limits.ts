import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { QueryTooComplexError } from '../../model/errors.js';
import { operationCost, type CostOptions, type OperationCost } from './operation-cost.js';

/** The largest operation that is served. */
export interface OperationLimits {
  readonly maxDepth: number;
  readonly maxCost: number;
  readonly maxAliases: number;
  readonly maxRootFields: number;
  readonly maxUpstreamCalls: number;
}

/** Refuses an operation before anything of it is executed. */
export type CheckOperation = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
) => OperationCost;

/** @returns a check that throws QueryTooComplexError, naming the first limit that an operation exceeds. */
export function operationCheck(limits: OperationLimits, options: CostOptions): CheckOperation {
  // Keyed by the operation, which Apollo Server keeps with its document as long as it is in use.
  const known = new WeakMap<OperationDefinitionNode, OperationCost>();
  return (document, operation, variables) => {
    let cost = known.get(operation);
    if (cost === undefined) {
      cost = operationCost(document, operation, variables, options);
      if (!cost.varies) known.set(operation, cost);
    }
    const checks: readonly (readonly [string, number, number])[] = [
      ['MAX_DEPTH', limits.maxDepth, cost.depth],
      ['MAX_ALIASES', limits.maxAliases, cost.aliases],
      ['MAX_ROOT_FIELDS', limits.maxRootFields, cost.rootFields],
      ['MAX_COST', limits.maxCost, cost.cost],
      ['MAX_UPSTREAM_CALLS', limits.maxUpstreamCalls, cost.upstreamCalls],
    ];
    for (const [limit, maximum, actual] of checks) {
      if (actual > maximum) throw new QueryTooComplexError(limit, maximum, actual);
    }
    return cost;
  };
}
