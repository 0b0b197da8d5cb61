/* The fourth argument of resolvers (GraphQLResolveInfo), made when it is read. */

import type { GraphQLResolveInfo } from 'graphql';
import type { ExecutionRequest, FieldPlan } from './plan.js';

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
