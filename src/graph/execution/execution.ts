/*
 * One execution of a planned operation: how fields are resolved, how objects, lists and values are completed, and how they fail. See execute.ts.
 */

import {
  defaultTypeResolver,
  GraphQLError,
  responsePathAsArray,
  type ExecutionResult,
  defaultFieldResolver,
  locatedError,
  type ASTNode,
} from 'graphql';
import { isIterable, isPromise } from '../../primitives/values.js';
import type { EventLoopTurn } from './event-loop-turn.js';
import type { ExecutionWriter, TextPart } from './execution-writer.js';
import type { FieldPlan, ObjectPlan, ValuePlan } from './plan.js';
import { fieldPath, pathTo, ResolveInfo, type Path, type ExecutionContext } from './resolve-info.js';
import type { ResponseSize } from './response-size.js';

type Key = string | number;
type Target = Record<Key, unknown>;
/** The path of the object or the list that a value belongs to; undefined for the data of the response. */
type ParentPath = Path | undefined;
/** Resolves when a value is in the response. */
type Wait = Promise<void>;

export class Execution {
  readonly #errors: GraphQLError[] = [];
  readonly #turn: EventLoopTurn;
  readonly #size: ResponseSize;
  readonly #writer: ExecutionWriter | null;

  /** @param writer writes the items of lists as text; null to complete them like other objects */
  constructor(
    private readonly operation: ExecutionContext,
    size: ResponseSize,
    turn: EventLoopTurn,
    writer: ExecutionWriter | null,
  ) {
    this.#size = size;
    this.#turn = turn;
    this.#writer = writer;
  }

  /** Executes the operation. Never rejects. Lists of the data may contain the parts that `writer` has written. */
  async run(): Promise<ExecutionResult> {
    let data: Record<string, unknown> | null;
    try {
      const { plan, operation, rootValue } = this.operation;
      data = await (operation.operation === 'mutation'
        ? this.#fieldsInTurn(plan.root(), rootValue)
        : this.#object(plan.root(), rootValue, undefined));
    } catch (error) {
      if (this.#size.exceeded) return { errors: [this.#size.error()] };
      this.#errors.push(error as GraphQLError);
      data = null;
    }
    return this.#errors.length === 0 ? { data } : { errors: this.#errors, data };
  }

  /** Executes the root fields of a mutation: each begins when the one before it is complete. One that fails and must not be null is the last. */
  async #fieldsInTurn({ fields, Result }: ObjectPlan, source: unknown): Promise<Record<string, unknown>> {
    const result = new Result();
    for (const fieldPlan of fields) await this.#field(result, fieldPlan, source, undefined);
    return result;
  }

  #object(
    { fields, bytes, Result }: ObjectPlan,
    source: unknown,
    path: Path | undefined,
  ): Record<string, unknown> | Promise<Record<string, unknown>> {
    this.#turn.spend(fields.length);
    this.#size.add(bytes);
    const result = new Result();
    let pending: Wait[] | undefined;
    try {
      for (const fieldPlan of fields) {
        const wait = this.#field(result, fieldPlan, source, path);
        if (wait) (pending ??= []).push(wait);
      }
    } catch (error) {
      return thrownWhenSettled(pending, error);
    }
    return pending === undefined ? result : afterAll(pending, result);
  }

  #field(result: Record<string, unknown>, fieldPlan: FieldPlan, source: unknown, parentPath: ParentPath): Wait | undefined {
    let value: unknown;
    try {
      value = resolveField(this.operation, fieldPlan, source, parentPath);
    } catch (error) {
      result[fieldPlan.responseKey] = this.#fail(error, fieldPlan.value, fieldPlan, parentPath, fieldPlan.responseKey);
      return undefined;
    }
    return this.#put(result, fieldPlan.responseKey, value, fieldPlan.value, fieldPlan, parentPath);
  }

  /**
   * Completes a value and stores it in the response, as `target[key]`; null and an error if it fails. `valuePlan` is of the value, such as an
   * item of a list; `fieldPlan` of the field around it; `parentPath` of `target`. @throws GraphQLError if the value must not be null
   */
  #put(target: Target, key: Key, value: unknown, valuePlan: ValuePlan, fieldPlan: FieldPlan, parentPath: ParentPath): Wait | undefined {
    if (isPromise(value)) return this.#putSettled(target, key, value, valuePlan, fieldPlan, parentPath);
    let completed: unknown;
    try {
      completed = this.#complete(valuePlan, value, fieldPlan, parentPath, key);
    } catch (error) {
      completed = this.#fail(error, valuePlan, fieldPlan, parentPath, key);
    }
    target[key] = completed;
    return isPromise(completed) ? this.#putCompleted(target, key, completed, valuePlan, fieldPlan, parentPath) : undefined;
  }

  // Promises are awaited in functions of their own. In `#put` the variables that a closure captures would be allocated on the
  // heap for every value, promise or not.

  #putSettled(target: Target, key: Key, value: Promise<unknown>, valuePlan: ValuePlan, fieldPlan: FieldPlan, parentPath: ParentPath): Wait {
    target[key] = null;
    return value.then(
      (settled) =>
        this.#turn.spend(1)
          ? this.#turn.next().then(() => this.#put(target, key, settled, valuePlan, fieldPlan, parentPath))
          : this.#put(target, key, settled, valuePlan, fieldPlan, parentPath),
      (error: unknown) => void (target[key] = this.#fail(error, valuePlan, fieldPlan, parentPath, key)),
    );
  }

  #putCompleted(
    target: Target,
    key: Key,
    completed: Promise<unknown>,
    valuePlan: ValuePlan,
    fieldPlan: FieldPlan,
    parentPath: ParentPath,
  ): Wait {
    return completed.then(
      (settled) => void (target[key] = settled),
      (error: unknown) => void (target[key] = this.#fail(error, valuePlan, fieldPlan, parentPath, key)),
    );
  }

  /** Writes an item of a list as text. For a single object, text saves no time. @returns undefined if the object must be completed */
  #written(object: ObjectPlan, source: unknown, key: Key): TextPart | undefined {
    if (typeof key !== 'number') return undefined;
    const part = this.#writer?.write(object, source);
    if (part) this.#turn.spend(object.fields.length);
    return part;
  }

  /** Completes a value: returns its form in the response. @throws the error of the value */
  #complete(valuePlan: ValuePlan, value: unknown, fieldPlan: FieldPlan, parentPath: ParentPath, key: Key): unknown {
    if (value === null || value === undefined) {
      if (valuePlan.nonNull) throw new Error(`Cannot return null for non-nullable field ${nameOf(fieldPlan)}.`);
      return null;
    }
    if (value instanceof Error) throw value;
    switch (valuePlan.kind) {
      case 'leaf': {
        const serialized = valuePlan.isText && typeof value === 'string' ? value : (valuePlan.type.serialize(value) ?? missing(fieldPlan));
        if (typeof serialized === 'string') this.#size.addText(serialized);
        else if (typeof serialized === 'object') this.#size.addJson(serialized);
        return serialized;
      }
      case 'list':
        return this.#list(valuePlan, value, fieldPlan, pathTo(parentPath, key, fieldPlan));
      case 'object':
        return this.#written(valuePlan.plan(), value, key) ?? this.#object(valuePlan.plan(), value, pathTo(parentPath, key, fieldPlan));
      case 'abstract':
        return this.#abstract(valuePlan, value, fieldPlan, pathTo(parentPath, key, fieldPlan));
    }
  }

  #list({ item }: ValuePlan & { kind: 'list' }, value: unknown, fieldPlan: FieldPlan, path: Path): unknown[] | Promise<unknown[]> {
    if (!isIterable(value)) throw new GraphQLError(`Expected Iterable, but did not find one for field "${nameOf(fieldPlan)}".`);
    return completeItems(Array.isArray(value) ? value : [...value], this.#turn, (completed, index, source) =>
      this.#put(completed as unknown as Target, index, source, item, fieldPlan, path),
    );
  }

  #abstract({ type, planOf }: ValuePlan & { kind: 'abstract' }, value: unknown, fieldPlan: FieldPlan, path: Path): unknown {
    const name = (type.resolveType ?? defaultTypeResolver)(
      value,
      this.operation.context,
      new ResolveInfo(this.operation, fieldPlan, fieldPath(path).prev),
      type,
    );
    const completeAs = (typeName: string | undefined) => {
      const object = typeName === undefined ? undefined : planOf(typeName);
      if (object === undefined)
        throw new GraphQLError(`Abstract type "${type.name}" was resolved to a type that is not one of its possible types.`);
      return this.#written(object, value, path.key) ?? this.#object(object, value, path);
    };
    return isPromise(name) ? name.then(completeAs) : completeAs(name);
  }

  /** Records the error of a value. @returns null @throws GraphQLError if the value must not be null, so that the object around it fails */
  #fail(error: unknown, { nonNull }: ValuePlan, fieldPlan: FieldPlan, parentPath: ParentPath, key: Key): null {
    // The response is abandoned: one error replaces all of it.
    if (this.#size.exceeded) throw error;
    const located = errorAt(error, fieldPlan.nodes, fieldPlan.location, responsePathAsArray(pathTo(parentPath, key, fieldPlan)));
    if (nonNull) throw located;
    this.#size.addError(located);
    this.#errors.push(located);
    return null;
  }
}

const nameOf = ({ parentType, nodes }: FieldPlan): string => `${parentType.name}.${nodes[0]!.name.value}`;

function missing(fieldPlan: FieldPlan): never {
  throw new Error(`The value of ${nameOf(fieldPlan)} was serialized to undefined or null.`);
}

/**
 * Resolves a field of an object: calls its resolver, or reads the property of its name.
 * @returns a value or a promise @throws what a resolver or a getter throws
 */
function resolveField(operation: ExecutionContext, plan: FieldPlan, source: unknown, parentPath: Path | undefined): unknown {
  const { field, lacksScope } = plan;
  if (field === null) return plan.parentType.name;
  const { resolve } = field;
  // With a scope check, the resolver does nothing but deny callers that lack the scope.
  const mayReadProperty = !resolve || (lacksScope !== null && !lacksScope(operation.context));
  if (!mayReadProperty) {
    return resolve(source, plan.readArguments(operation.variables), operation.context, new ResolveInfo(operation, plan, parentPath));
  }
  const value = typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[field.name] : undefined;
  return typeof value === 'function' ? callProperty(operation, plan, source, parentPath) : value;
}

/** Calls a property that is a function, so that results equal those of graphql-js. No record of this program has one. */
function callProperty(operation: ExecutionContext, plan: FieldPlan, source: unknown, parentPath: Path | undefined): unknown {
  const args = plan.readArguments(operation.variables);
  return defaultFieldResolver(source, args, operation.context, new ResolveInfo(operation, plan, parentPath));
}

/**
 * Completes an item and stores it in the result, at its index. @returns a promise if that takes time, as for an item that is a promise
 * @throws GraphQLError if the list fails with it
 */
type PutItem = (completed: unknown[], index: number, item: unknown) => Promise<void> | undefined;

/** Completes the items of a list. @throws GraphQLError if the list fails with one of its items */
function completeItems(items: readonly unknown[], turn: EventLoopTurn, putItem: PutItem): unknown[] | Promise<unknown[]> {
  const completed: unknown[] = [];
  let pending: Promise<void>[] | undefined;
  try {
    while (completed.length < items.length) {
      if (turn.spend(1)) return restOfItems(items, turn, putItem, completed, pending ?? []);
      const wait = putItem(completed, completed.length, items[completed.length]);
      if (wait) (pending ??= []).push(wait);
    }
  } catch (error) {
    ignoreRejections(items, completed.length);
    return thrownWhenSettled(pending, error);
  }
  return pending === undefined ? completed : afterAll(pending, completed);
}

/** Completes the rest of a list in later turns of the event loop. */
async function restOfItems(
  items: readonly unknown[],
  turn: EventLoopTurn,
  putItem: PutItem,
  completed: unknown[],
  pending: Promise<void>[],
): Promise<unknown[]> {
  // A rejection before the last item is started is handled by `afterAll`; until then it must not count as unhandled.
  for (const wait of pending) wait.catch(() => {});
  ignoreRejections(items, completed.length);
  try {
    while (completed.length < items.length) {
      await turn.next();
      do {
        const wait = putItem(completed, completed.length, items[completed.length]);
        if (wait) pending.push(wait);
        wait?.catch(() => {});
      } while (completed.length < items.length && !turn.spend(1));
    }
  } catch (error) {
    return rejectedWhenSettled(pending, error);
  }
  return afterAll(pending, completed);
}

/**
 * Marks the rejections of the items from an index on as handled. Items that are not started yet are promises without a handler:
 * if one rejects while the list yields, or after an earlier item has failed, Node would end the process.
 */
function ignoreRejections(items: readonly unknown[], from: number): void {
  for (let index = from; index < items.length; index++) {
    const item = items[index];
    if (isPromise(item)) void item.then(undefined, () => {});
  }
}

function afterAll<T>(pending: readonly Promise<void>[], value: T): Promise<T> {
  return Promise.all(pending).then(() => value);
}

/** Throws an error once the pending values have settled. Otherwise their rejections would be unhandled. */
function thrownWhenSettled(pending: readonly Promise<void>[] | undefined, error: unknown): Promise<never> {
  if (pending === undefined) throw error;
  return rejectedWhenSettled(pending, error);
}

/** Rejects with an error once the pending values have settled. */
async function rejectedWhenSettled(pending: readonly Promise<void>[], error: unknown): Promise<never> {
  await Promise.allSettled(pending);
  throw error;
}

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };

/**
 * Returns the error of a field, equal to the result of graphql-js's `locatedError`. graphql-js computes line and column from
 * the text of the document for each error; here they are computed once for all objects on which the field fails.
 * @param location returns an error with the location of the nodes
 */
function errorAt(
  thrown: unknown,
  nodes: readonly ASTNode[],
  location: () => GraphQLError,
  path: readonly (string | number)[],
): GraphQLError {
  if (!(thrown instanceof Error) || isLocated(thrown)) return locatedError(thrown, [...nodes], path);
  const error = new GraphQLError(thrown.message, { path, originalError: thrown }) as Mutable<GraphQLError>;
  const located = location();
  error.nodes = located.nodes;
  error.source = located.source;
  error.positions = located.positions;
  error.locations = located.locations;
  return error;
}

/** Whether an error has a location or a path of its own. */
function isLocated(error: Error & Partial<Pick<GraphQLError, 'path' | 'nodes' | 'source'>>): boolean {
  return error.path !== undefined || error.nodes !== undefined || error.source !== undefined;
}
