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

/** What is stored of an operation, as long as its document lives. */
interface StoredOperation {
  readonly compiled: CompiledOperation;
  /** The cost for these activities, if the operation has no variables. */
  activityIds?: readonly number[];
  cost?: OperationCost;
}

/** Returns a check of operations against limits. An operation is compiled once, and one without variables is measured once. */
export function createOperationCheck(
  limits: OperationLimits,
  { schema, maxPageSize, maxIds, activityIds: all }: CostOptions,
): CheckOperation {
  const operations = new WeakMap<OperationDefinitionNode, StoredOperation>();
  return (document, operation, variables, activityIds = all) => {
    let stored = operations.get(operation);
    if (stored?.cost !== undefined && stored.activityIds === activityIds) return stored.cost;
    if (stored === undefined) {
      stored = { compiled: compileOperation({ schema, maxCost: limits.maxCost }, document, operation, variables) };
      if (!stored.compiled.dependsOnVariables) operations.set(operation, stored);
    }
    const { compiled } = stored;
    assertWithin('MAX_DEPTH', limits.maxDepth, compiled.root.depth);
    assertWithin('MAX_ALIASES', limits.maxAliases, compiled.aliases);
    assertWithin('MAX_ROOT_FIELDS', limits.maxRootFields, compiled.rootFields);
    const cost = costOf(compiled, variables, { schema, maxPageSize, maxIds, activityIds, maxCost: limits.maxCost });
    assertWithin('MAX_COST', limits.maxCost, cost.cost);
    assertWithin('MAX_UPSTREAM_CALLS', limits.maxUpstreamCalls, cost.upstreamCalls);
    if (!operation.variableDefinitions?.length) Object.assign(stored, { activityIds, cost });
    return cost;
  };
}

function assertWithin(limit: string, maximum: number, actual: number): void {
  if (actual > maximum) throw new QueryTooComplexError(limit, maximum, actual);
}
