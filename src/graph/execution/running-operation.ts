import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { OperationPlan } from './plan.js';

/** An operation that is being executed: the properties that all its fields share. */
export interface RunningOperation {
  readonly schema: GraphQLSchema;
  readonly plan: OperationPlan;
  readonly operation: OperationDefinitionNode;
  readonly variableValues: { [variable: string]: unknown };
  readonly context: unknown;
  readonly rootValue: unknown;
}
