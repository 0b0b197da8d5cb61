import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { QueryTooComplexError } from '../../records/errors.js';
import { compileOperation, costOf, type CompiledOperation, type CostOptions, type OperationCost } from './operation-cost.js';

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
  /** The activities that are served to the caller, the default one first. Omitted: all activities. */
  activityIds?: readonly number[],
) => OperationCost;

/** Returns a check of operations against limits. An operation is compiled once, and stored as long as its document lives. */
export function createOperationCheck(
  limits: OperationLimits,
  { schema, maxPageSize, maxIds, activityIds: all }: CostOptions,
): CheckOperation {
  const compiledOperations = new WeakMap<OperationDefinitionNode, CompiledOperation>();
  const compiledFor: typeof compileOperation = (...parameters) => {
    const operation = parameters[2];
    let compiled = compiledOperations.get(operation);
    if (compiled === undefined) {
      compiled = compileOperation(...parameters);
      if (!compiled.dependsOnVariables) compiledOperations.set(operation, compiled);
    }
    return compiled;
  };
  return (document, operation, variables, activityIds = all) => {
    const compiled = compiledFor({ schema, maxCost: limits.maxCost }, document, operation, variables);
    assertWithin('MAX_DEPTH', limits.maxDepth, compiled.root.depth);
    assertWithin('MAX_ALIASES', limits.maxAliases, compiled.aliases);
    assertWithin('MAX_ROOT_FIELDS', limits.maxRootFields, compiled.rootFields);
    const cost = costOf(compiled, variables, { schema, maxPageSize, maxIds, activityIds, maxCost: limits.maxCost });
    assertWithin('MAX_COST', limits.maxCost, cost.cost);
    assertWithin('MAX_UPSTREAM_CALLS', limits.maxUpstreamCalls, cost.upstreamCalls);
    return cost;
  };
}

function assertWithin(limit: string, maximum: number, actual: number): void {
  if (actual > maximum) throw new QueryTooComplexError(limit, maximum, actual);
}
