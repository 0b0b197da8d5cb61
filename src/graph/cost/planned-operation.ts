import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { QueryTooComplexError } from '../../records/errors.js';
import { planOperation } from '../execution/plan-operation.js';
import type { OperationPlan } from '../execution/plan.js';
import { compileOperation, costOf, type CompiledOperation, type CostOptions, type OperationCost } from './operation-cost.js';

/** The limits of an operation. See operation-cost.ts for how an operation is measured. */
export interface OperationLimits {
  readonly maxDepth: number;
  readonly maxCost: number;
  readonly maxAliases: number;
  readonly maxRootFields: number;
  readonly maxUpstreamCalls: number;
}

/** Returns what plans an operation of a valid document. @param mayStore whether there is memory for a plan with this number of fields */
export type CreatePlannedOperation = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  mayStore: (fields: number) => boolean,
) => PlannedOperation;

/** An operation within limits: its plan and its cost. They are made once, unless they depend on the variables of the request. */
export interface PlannedOperation {
  /**
   * @param activityIds the activities that are served to the caller, the default one first; by default all activities
   * @throws QueryTooComplexError that names the first limit exceeded
   */
  forVariables(
    variables: Readonly<Record<string, unknown>>,
    activityIds?: readonly number[],
  ): { readonly plan: OperationPlan; readonly cost: OperationCost };
  /** Releases the memory of the plan. Later calls make it again. */
  release(): void;
}

/** Creates the planner of operations within limits. */
export function createPlanner(
  limits: OperationLimits,
  { schema, maxPageSize, maxIds, activityIds: all }: CostOptions,
): CreatePlannedOperation {
  return (document, operation, mayStore) => {
    let stored: StoredPlan | null = null;
    return {
      forVariables(variables, activityIds = all) {
        if (stored?.cost && stored.activityIds === activityIds) return { plan: stored.plan, cost: stored.cost };
        let planned = stored;
        if (planned === null) {
          const plan = planOperation(schema, document, operation, variables);
          planned = { plan, compiled: compileOperation(plan, { schema, maxCost: limits.maxCost }) };
          if (!plan.dependsOnVariables && mayStore(planned.compiled.size)) stored = planned;
        }
        const { plan, compiled } = planned;
        assertWithin('MAX_DEPTH', limits.maxDepth, compiled.root.depth);
        assertWithin('MAX_ALIASES', limits.maxAliases, compiled.aliases);
        assertWithin('MAX_ROOT_FIELDS', limits.maxRootFields, compiled.rootFields);
        const cost = costOf(compiled, variables, { schema, maxPageSize, maxIds, activityIds, maxCost: limits.maxCost });
        assertWithin('MAX_COST', limits.maxCost, cost.cost);
        assertWithin('MAX_UPSTREAM_CALLS', limits.maxUpstreamCalls, cost.upstreamCalls);
        if (!operation.variableDefinitions?.length) Object.assign(planned, { activityIds, cost });
        return { plan, cost };
      },
      release() {
        stored = null;
      },
    };
  };
}

interface StoredPlan {
  readonly plan: OperationPlan;
  readonly compiled: CompiledOperation;
  /** The cost for these activities, if the operation has no variables. */
  activityIds?: readonly number[];
  cost?: OperationCost;
}

function assertWithin(limit: string, maximum: number, actual: number): void {
  if (actual > maximum) throw new QueryTooComplexError(limit, maximum, actual);
}
