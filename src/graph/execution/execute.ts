import {
  defaultTypeResolver,
  getArgumentValues,
  getVariableValues,
  GraphQLError,
  responsePathAsArray,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { errorAt } from './error-location.js';
import type { EventLoopTurn } from './event-loop-turn.js';
import { FieldInfo, pathTo, type Path } from './field-info.js';
import { planOperation, type FieldPlan, type ObjectPlan, type OperationPlan, type ValuePlan } from './plan.js';
import { ResponseSize } from './response-size.js';

export interface ExecutionRequest {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly context: unknown;
  /** What the fields of the root are resolved on: the event of a subscription. */
  readonly rootValue?: unknown;
}

export interface ExecutionOptions {
  /** A response that grows larger is given up and replaced by an error. */
  readonly maxResponseBytes: number;
  readonly turn: EventLoopTurn;
}

/** @returns null for an operation that is left to graphql-js, or whose variables it has to refuse. */
export type Execute = (request: ExecutionRequest) => Promise<ExecutionResult> | null;

type Key = string | number;
type Target = Record<Key, unknown>;

/**
 * Executes queries and the events of subscriptions as graphql-js does, in a fraction of the time: what a selection means is
 * worked out once for each document, not for each object, and nothing is made for a field that only reads a property.
 * Unlike graphql-js it yields to the event loop where the work is long, and gives a response up that grows too large.
 */
export function createExecute(schema: GraphQLSchema, options: ExecutionOptions): Execute {
  // Keyed by the document, which Apollo Server keeps as long as it is in use.
  const plans = new WeakMap<OperationDefinitionNode, OperationPlan | null>();
  return ({ document, operation, variables, context, rootValue }) => {
    const known = plans.get(operation);
    if (known === null) return null;
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {});
    if (!coerced) return null;
    const plan = known ?? planOperation(schema, document, operation, coerced);
    // What variables decide by @skip and @include is another plan for other variables.
    if (known === undefined && !plan?.varies) plans.set(operation, plan);
    return plan && new Execution(schema, plan, operation, coerced, context, rootValue, options).run();
  };
}

class Execution {
  readonly #errors: GraphQLError[] = [];
  readonly #turn: EventLoopTurn;
  readonly #size: ResponseSize;

  constructor(
    readonly schema: GraphQLSchema,
    readonly plan: OperationPlan,
    readonly operation: OperationDefinitionNode,
    readonly variableValues: { [variable: string]: unknown },
    readonly context: unknown,
    readonly rootValue: unknown,
    { turn, maxResponseBytes }: ExecutionOptions,
  ) {
    this.#turn = turn;
    this.#size = new ResponseSize(maxResponseBytes);
  }

  async run(): Promise<ExecutionResult> {
    let data: Record<string, unknown> | null;
    try {
      data = await this.#object(this.plan.root(), this.rootValue, undefined);
    } catch (error) {
      if (this.#size.exceeded) return { errors: [this.#size.error()] };
      this.#errors.push(error as GraphQLError);
      data = null;
    }
    return this.#errors.length === 0 ? { data } : { errors: this.#errors, data };
  }

  #object(
    { fields, bytes, Answer }: ObjectPlan,
    source: unknown,
    path: Path | undefined,
  ): Record<string, unknown> | Promise<Record<string, unknown>> {
    this.#turn.spend(fields.length);
    this.#size.add(bytes);
    const result = new Answer();
    let pending: Promise<void>[] | undefined;
    try {
      for (const plan of fields) {
        const wait = this.#field(result, plan, source, path);
        if (wait) (pending ??= []).push(wait);
      }
    } catch (error) {
      return thrownWhenSettled(pending, error);
    }
    return pending === undefined ? result : afterAll(pending, result);
  }

  #field(result: Record<string, unknown>, plan: FieldPlan, source: unknown, path: Path | undefined): Promise<void> | undefined {
    let value: unknown;
    try {
      value = this.#resolve(plan, source, path);
    } catch (error) {
      result[plan.responseKey] = this.#fail(error, plan.value, plan, path, plan.responseKey);
      return undefined;
    }
    return this.#put(result, plan.responseKey, value, plan.value, plan, path);
  }

  /** Puts a value in its place: as the answer has it, or null and an error. @throws GraphQLError where it must not be null */
  #put(target: Target, key: Key, value: unknown, type: ValuePlan, plan: FieldPlan, path: Path | undefined): Promise<void> | undefined {
    if (isPromise(value)) return this.#putSettled(target, key, value, type, plan, path);
    let written: unknown;
    try {
      written = this.#write(type, value, plan, path, key);
    } catch (error) {
      written = this.#fail(error, type, plan, path, key);
    }
    target[key] = written;
    return isPromise(written) ? this.#putWritten(target, key, written, type, plan, path) : undefined;
  }

  // Promises are waited for in functions of their own: what a closure needs would be allocated for every other value as well.

  #putSettled(target: Target, key: Key, value: Promise<unknown>, type: ValuePlan, plan: FieldPlan, path: Path | undefined): Promise<void> {
    target[key] = null;
    return value.then(
      (settled) =>
        this.#turn.spend(1)
          ? this.#turn.next().then(() => this.#put(target, key, settled, type, plan, path))
          : this.#put(target, key, settled, type, plan, path),
      (error: unknown) => void (target[key] = this.#fail(error, type, plan, path, key)),
    );
  }

  #putWritten(
    target: Target,
    key: Key,
    written: Promise<unknown>,
    type: ValuePlan,
    plan: FieldPlan,
    path: Path | undefined,
  ): Promise<void> {
    return written.then(
      (settled) => void (target[key] = settled),
      (error: unknown) => void (target[key] = this.#fail(error, type, plan, path, key)),
    );
  }

  #resolve(plan: FieldPlan, source: unknown, parentPath: Path | undefined): unknown {
    const { field } = plan;
    if (field === null) return plan.parentType.name;
    if (field.resolve) {
      const args = field.args.length === 0 ? {} : getArgumentValues(field, plan.nodes[0]!, this.variableValues);
      return field.resolve(source, args, this.context, new FieldInfo(this, plan, parentPath));
    }
    return typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[field.name] : undefined;
  }

  /** A value as the answer has it. @throws what is wrong with it */
  #write(type: ValuePlan, value: unknown, plan: FieldPlan, parentPath: Path | undefined, key: Key): unknown {
    if (value === null || value === undefined) {
      if (type.nonNull) throw new Error(`Cannot return null for non-nullable field ${nameOf(plan)}.`);
      return null;
    }
    if (value instanceof Error) throw value;
    switch (type.kind) {
      case 'leaf': {
        const written = type.type.serialize(value) ?? missing(plan);
        if (typeof written === 'string') this.#size.addText(written);
        else if (typeof written === 'object') this.#size.addJson(written);
        return written;
      }
      case 'list':
        return this.#list(type, value, plan, pathTo(parentPath, key, plan));
      case 'object':
        return this.#object(type.plan(), value, pathTo(parentPath, key, plan));
      case 'abstract':
        return this.#abstract(type, value, plan, pathTo(parentPath, key, plan));
    }
  }

  #list({ item: type }: ValuePlan & { kind: 'list' }, value: unknown, plan: FieldPlan, path: Path): unknown {
    if (!isIterable(value)) throw new GraphQLError(`Expected Iterable, but did not find one for field "${nameOf(plan)}".`);
    const items: readonly unknown[] = Array.isArray(value) ? value : [...value];
    const written: unknown[] = [];
    let pending: Promise<void>[] | undefined;
    try {
      while (written.length < items.length) {
        if (this.#turn.spend(1)) return this.#restOfList(items, written, pending ?? [], type, plan, path);
        const wait = this.#put(written as unknown as Target, written.length, items[written.length], type, plan, path);
        if (wait) (pending ??= []).push(wait);
      }
    } catch (error) {
      return thrownWhenSettled(pending, error);
    }
    return pending === undefined ? written : afterAll(pending, written);
  }

  /** The items that did not fit into this turn of the event loop. */
  async #restOfList(
    items: readonly unknown[],
    written: unknown[],
    pending: Promise<void>[],
    type: ValuePlan,
    plan: FieldPlan,
    path: Path,
  ): Promise<unknown[]> {
    // An item that fails before all are begun is handled at the end.
    for (const wait of pending) wait.catch(() => {});
    try {
      while (written.length < items.length) {
        await this.#turn.next();
        do {
          const wait = this.#put(written as unknown as Target, written.length, items[written.length], type, plan, path);
          if (wait) pending.push(wait);
          wait?.catch(() => {});
        } while (written.length < items.length && !this.#turn.spend(1));
      }
    } catch (error) {
      return failed(pending, error);
    }
    return afterAll(pending, written);
  }

  #abstract({ type, planOf }: ValuePlan & { kind: 'abstract' }, value: unknown, plan: FieldPlan, path: Path): unknown {
    const name = (type.resolveType ?? defaultTypeResolver)(value, this.context, new FieldInfo(this, plan, path.prev), type);
    const write = (known: string | undefined) => {
      const object = known === undefined ? undefined : planOf(known);
      if (object === undefined)
        throw new GraphQLError(`Abstract type "${type.name}" was resolved to a type that is none of its possible types.`);
      return this.#object(object, value, path);
    };
    return isPromise(name) ? name.then(write) : write(name);
  }

  /** @returns null where the place may be null */
  #fail(error: unknown, { nonNull }: ValuePlan, plan: FieldPlan, parentPath: Path | undefined, key: Key): null {
    // Nothing of a response that is given up is worth an error of its own.
    if (this.#size.exceeded) throw error;
    const located = errorAt(error, plan.nodes, plan.place, responsePathAsArray(pathTo(parentPath, key, plan)));
    if (nonNull) throw located;
    this.#size.addError(located);
    this.#errors.push(located);
    return null;
  }
}

const nameOf = ({ parentType, nodes }: FieldPlan): string => `${parentType.name}.${nodes[0]!.name.value}`;

function missing(plan: FieldPlan): never {
  throw new Error(`The value of ${nameOf(plan)} is written as nothing.`);
}

function afterAll<T>(pending: readonly Promise<void>[], value: T): Promise<T> {
  return Promise.all(pending).then(() => value);
}

/** What is still under way may fail when nobody waits any more: it is waited for before the error goes up. */
function thrownWhenSettled(pending: readonly Promise<void>[] | undefined, error: unknown): Promise<never> {
  if (pending === undefined) throw error;
  return failed(pending, error);
}

async function failed(pending: readonly Promise<void>[], error: unknown): Promise<never> {
  await Promise.allSettled(pending);
  throw error;
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { [Symbol.iterator]?: unknown })[Symbol.iterator] === 'function';
