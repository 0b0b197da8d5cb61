import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { QueryTooComplexError } from '../../model/errors.js';
import { operationCost, type OperationCost } from './operation-cost.js';
import type { MeterOptions } from './operation-meter.js';

/** The limits of an operation. See operation-cost.ts for how an operation is measured. */
export interface OperationLimits {
  readonly maxDepth: number;
  readonly maxCost: number;
  readonly maxAliases: number;
  readonly maxRootFields: number;
  readonly maxUpstreamCalls: number;
}

/** Measures an operation before it is executed. @throws QueryTooComplexError that names the first limit exceeded */
export type CheckOperation = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  /** The default activity of the caller; null if the caller may query none. Omitted: the default of a caller who may query all activities. */
  defaultActivityId?: number | null,
) => OperationCost;

/** By AST node: a measure is collected as garbage together with the document, whose store is bounded. */
type Measures = WeakMap<OperationDefinitionNode, OperationCost>;

/** Returns a check of operations against limits. */
export function operationCheck(limits: OperationLimits, options: MeterOptions): CheckOperation {
  const measuresByDefault = new Map<number | null, Measures>();
  return (document, operation, variables, defaultActivityId = options.defaultActivityId ?? null) => {
    let measures = measuresByDefault.get(defaultActivityId);
    if (measures === undefined) measuresByDefault.set(defaultActivityId, (measures = new WeakMap()));
    let cost = measures.get(operation);
    if (cost === undefined) {
      cost = operationCost(document, operation, variables, { ...options, defaultActivityId });
      if (!cost.dependsOnVariables) measures.set(operation, cost);
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
