/* What is executed, and the fourth argument of resolvers (GraphQLResolveInfo), made when it is read. */

import type { OperationDefinitionNode, GraphQLResolveInfo } from 'graphql';
import type { OperationPlan, FieldPlan } from './plan.js';

/** An operation of a valid document with what it is executed with: all its fields share it. */
export interface ExecutionRequest {
  readonly operation: OperationDefinitionNode;
  /** The plan of the operation, for these variables. */
  readonly plan: OperationPlan;
  /** The values of the variables that the operation declares, coerced to their types. */
  readonly variables: { [variable: string]: unknown };
  readonly context: unknown;
  /** The object that the root fields are resolved on: the event of a subscription. */
  readonly rootValue?: unknown;
}

/** The path of a field in the response, as graphql-js represents it. */
export type Path = GraphQLResolveInfo['path'];

/** The `info` argument of a resolver. Most resolvers read none of it, so each property is computed when it is read. */
export class ResolveInfo implements GraphQLResolveInfo {
  readonly #request: ExecutionRequest;
  readonly #plan: FieldPlan;
  readonly #parentPath: Path | undefined;

  constructor(request: ExecutionRequest, plan: FieldPlan, parentPath: Path | undefined) {
    this.#request = request;
    this.#plan = plan;
    this.#parentPath = parentPath;
  }
  get fieldName() {
    return this.#plan.field!.name;
  }
  get fieldNodes() {
    return this.#plan.nodes;
  }
  get returnType() {
    return this.#plan.field!.type;
  }
  get parentType() {
    return this.#plan.parentType;
  }
  get path() {
    return pathTo(this.#parentPath, this.#plan.responseKey, this.#plan);
  }
  get schema() {
    return this.#request.plan.schema;
  }
  get fragments() {
    return this.#request.plan.fragments;
  }
  get rootValue() {
    return this.#request.rootValue;
  }
  get operation() {
    return this.#request.operation;
  }
  get variableValues() {
    return this.#request.variables;
  }
}

export const pathTo = (prev: Path | undefined, key: string | number, { parentType }: FieldPlan): Path => ({
  prev,
  key,
  typename: typeof key === 'string' ? parentType.name : undefined,
});
