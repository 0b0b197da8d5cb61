/* An operation that can be executed, as all requests with it share it: its plan, and the cost that the limits are checked with. */

import type { DocumentNode, GraphQLSchema, OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { selectsContentOnly } from '../../graph/access/access.js';
import { costOf, countFields, type CostLimits, type CountedPlan, type OperationCost } from '../../graph/cost/operation-cost.js';
import { planOperation, type OperationPlan } from '../../graph/execution/plan.js';
import { QueryTooComplexError } from '../../records/errors.js';
import { createCoerceVariables, type CoerceVariables, type VariableValues } from './variables.js';

/** The limits of an operation. See graph/cost/operation-cost.ts for how it is measured. */
export interface OperationLimits extends CostLimits {
  readonly maxDepth: number;
  readonly maxAliases: number;
  readonly maxRootFields: number;
  readonly maxUpstreamCalls: number;
  readonly maxBodyBytes: number;
  /** All activities, the default one first. */
  readonly activityIds: readonly number[];
}

/** A plan of more fields is made for each request, so that a few documents cannot displace all others. */
const maxStoredFields = 5_000;

/** One operation of a valid document. All requests with it share the object. */
export class PreparedOperation {
  readonly coerceVariables: CoerceVariables;
  /** Whether the document selects nothing personal and nothing secret. */
  readonly contentOnly: boolean;
  /** The fields of the stored plan, which take memory; 0 if the plan is made for each request. */
  readonly storedFields: number;
  #stored: CountedPlan | null;
  /** The plan and cost of the last request, if the operation has no variables. */
  #last: { readonly activityIds: readonly number[]; readonly plan: OperationPlan; readonly cost: OperationCost } | null = null;

  constructor(
    readonly document: DocumentNode,
    readonly operation: OperationDefinitionNode,
    readonly text: string,
    private readonly schema: GraphQLSchema,
    private readonly limits: OperationLimits,
    introspection: boolean,
  ) {
    this.contentOnly = selectsContentOnly(document, schema);
    this.coerceVariables = createCoerceVariables(schema, document, operation, limits.maxBodyBytes, introspection);
    this.#stored = this.#planToStore();
    this.storedFields = this.#stored?.size ?? 0;
  }

  get type(): OperationTypeNode {
    return this.operation.operation;
  }

  /**
   * Returns the plan and the cost of the operation for its variables, if they are within the limits.
   * @param activityIds the activities that are served to the caller, the default one first; by default all activities
   * @throws QueryTooComplexError that names the first limit exceeded
   */
  planWithinLimits(
    variables: VariableValues,
    activityIds = this.limits.activityIds,
  ): { readonly plan: OperationPlan; readonly cost: OperationCost } {
    const { limits } = this;
    if (this.#last?.activityIds === activityIds) return this.#last;
    const counted = this.#stored ?? this.#count(this.#plan(variables));
    assertWithin('MAX_DEPTH', limits.maxDepth, counted.root.depth);
    assertWithin('MAX_ALIASES', limits.maxAliases, counted.aliases);
    assertWithin('MAX_ROOT_FIELDS', limits.maxRootFields, counted.rootFields);
    const cost = costOf(counted, variables, activityIds, limits);
    assertWithin('MAX_COST', limits.maxCost, cost.cost);
    assertWithin('MAX_UPSTREAM_CALLS', limits.maxUpstreamCalls, cost.upstreamCalls);
    const admitted = { activityIds, plan: counted.plan, cost };
    if (this.#stored && !this.operation.variableDefinitions?.length) this.#last = admitted;
    return admitted;
  }

  /** Releases the memory of the plan. Later requests make it again. */
  release(): void {
    this.#stored = this.#last = null;
  }

  /** Returns null for a plan that depends on variables, is too large, or exceeds a limit: each request then learns that. */
  #planToStore(): CountedPlan | null {
    const plan = this.#plan({});
    if (plan.dependsOnVariables) return null;
    try {
      const counted = this.#count(plan);
      return counted.size > maxStoredFields ? null : counted;
    } catch (error) {
      if (error instanceof QueryTooComplexError) return null;
      throw error;
    }
  }

  #plan(variables: VariableValues): OperationPlan {
    return planOperation(this.schema, this.document, this.operation, variables);
  }

  #count(plan: OperationPlan): CountedPlan {
    return countFields(plan, this.limits.maxCost);
  }
}

function assertWithin(limit: string, maximum: number, actual: number): void {
  if (actual > maximum) throw new QueryTooComplexError(limit, maximum, actual);
}
