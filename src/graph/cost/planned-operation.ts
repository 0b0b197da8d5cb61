/* An operation within the limits: its plan and its cost, made once, and checked against the limits of each request. */

import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { QueryTooComplexError } from '../../records/errors.js';
import { planOperation } from '../execution/plan.js';
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

/** Plans an operation of a valid document. */
export type Planner = (document: DocumentNode, operation: OperationDefinitionNode) => PlannedOperation;

/**
 * An operation within limits: its plan and its cost. They are made once and stored, unless they depend
 * on variables or the plan is very large.
 */
export interface PlannedOperation {
  /** The fields of the stored plan, which take memory; 0 if it is made for each request. */
  readonly storedFields: number;
  /**
   * Returns the plan and the cost of the operation for its variables, if they are within the limits.
   * @param activityIds the activities that are served to the caller, the default one first; by default all activities
   * @throws QueryTooComplexError that names the first limit exceeded
   */
  admit(
    variables: Readonly<Record<string, unknown>>,
    activityIds?: readonly number[],
  ): { readonly plan: OperationPlan; readonly cost: OperationCost };
  /** Releases the memory of the plan. Later calls make it again. */
  release(): void;
}

/** A plan of more fields is made for each request, so that a few documents cannot displace all others. */
const maxStoredFields = 5_000;

interface CompiledPlan {
  readonly plan: OperationPlan;
  readonly compiled: CompiledOperation;
}

/** Creates the planner of operations within limits. */
export function createPlanner(
  limits: OperationLimits,
  { schema, maxPageSize, maxIds, activityIds: all }: Omit<CostOptions, 'maxCost'> & { readonly schema: GraphQLSchema },
): Planner {
  const { maxCost } = limits;
  const compile = (plan: OperationPlan): CompiledPlan => ({ plan, compiled: compileOperation(plan, schema, maxCost) });
  return (document, operation) => {
    const planFor = (variables: Readonly<Record<string, unknown>>) => planOperation(schema, document, operation, variables);
    let stored = storable(planFor({}), compile);
    const isConstant = !operation.variableDefinitions?.length;
    /** The plan and cost of the last request, if the operation has no variables. */
    let last: { readonly activityIds: readonly number[]; readonly plan: OperationPlan; readonly cost: OperationCost } | null = null;
    return {
      storedFields: stored?.compiled.size ?? 0,
      admit(variables, activityIds = all) {
        if (last?.activityIds === activityIds) return last;
        const { plan, compiled } = stored ?? compile(planFor(variables));
        assertWithin('MAX_DEPTH', limits.maxDepth, compiled.root.depth);
        assertWithin('MAX_ALIASES', limits.maxAliases, compiled.aliases);
        assertWithin('MAX_ROOT_FIELDS', limits.maxRootFields, compiled.rootFields);
        const cost = costOf(compiled, variables, { maxPageSize, maxIds, activityIds, maxCost });
        assertWithin('MAX_COST', maxCost, cost.cost);
        assertWithin('MAX_UPSTREAM_CALLS', limits.maxUpstreamCalls, cost.upstreamCalls);
        if (isConstant && stored) last = { activityIds, plan, cost };
        return { plan, cost };
      },
      release() {
        stored = last = null;
      },
    };
  };
}

/** Returns a plan to store. null for one that depends on variables, is too large, or exceeds a limit: each request then learns that. */
function storable(plan: OperationPlan, compile: (plan: OperationPlan) => CompiledPlan): CompiledPlan | null {
  if (plan.dependsOnVariables) return null;
  try {
    const compiled = compile(plan);
    return compiled.compiled.size > maxStoredFields ? null : compiled;
  } catch (error) {
    if (error instanceof QueryTooComplexError) return null;
    throw error;
  }
}

function assertWithin(limit: string, maximum: number, actual: number): void {
  if (actual > maximum) throw new QueryTooComplexError(limit, maximum, actual);
}
