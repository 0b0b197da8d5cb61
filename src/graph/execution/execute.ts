/*
 * The executor of operations and of the events of subscriptions. For this graph its results equal those of graphql-js, which a property
 * test checks (test/graph/execution); only the data are JSON text instead of objects. `isTypeOf`, properties that are
 * functions, and an asynchronous `resolveType` do not occur in it, and are not supported.
 * docs/decisions/0001-own-executor.md states why there is one. For example:
 *
 *     { activity { attendees(first: 100) { nodes { id name } } } }
 *
 *     before            planOperation has made the plan, and counting its cost has resolved its selections: the fields of each type
 *     every request     an Execution walks plan and values together, and writes the text of the response
 *     id and name       of a scanned reply are copied without becoming strings
 *     after 10 ms       the list stops between two attendees, and continues in a later turn of the event loop (event-loop-turn.ts)
 *     too many bytes    the execution is abandoned
 *
 * - A plan is stored with its operation (server/operations/prepare.ts), unless it is very large, has introspection, or depends on variables
 *   by @skip or @include.
 * - The root fields of a mutation are executed one after the other. Its response is never too large: what it did has happened.
 * - Whatever is completed is written to the text of the response at once. A value that is a promise leaves a placeholder there
 *   (response-text.ts), which is filled when it has settled; an object or a list that waits for such a value becomes a
 *   placeholder too, so that it can still become null.
 *
 * Files, in the order to read them: plan; execute, response-text, event-loop-turn. Resolvers ask selection for what is selected below them.
 */

import { GraphQLError, locatedError, responsePathAsArray, type GraphQLResolveInfo } from 'graphql';
import type { JsonWriter, WriteJson } from '../../primitives/json-writer.js';
import { isAsyncIterable, isIterable, isPromise } from '../../primitives/values.js';
import type { EventLoopTurn } from './event-loop-turn.js';
import type { ExecutionRequest, FieldPlan, ObjectPlan, ValuePlan } from './plan.js';
import { ResponseText, type JsonText, type Placeholder } from './response-text.js';

export interface ExecutionOptions {
  /** A response that becomes larger is abandoned and replaced by an error. */
  readonly maxResponseBytes: number;
  readonly turn: EventLoopTurn;
}

/** The result of an execution. */
export interface ExecutedResult {
  /** Undefined if the response is too large. */
  readonly data?: JsonText | null;
  readonly errors?: readonly GraphQLError[];
}

/**
 * Executes an operation. Never rejects: failures are in the result.
 */
export function execute(request: ExecutionRequest, { maxResponseBytes, turn }: ExecutionOptions): Promise<ExecutedResult> {
  const maxBytes = request.operation.operation === 'mutation' ? Infinity : maxResponseBytes;
  return new Execution(request, turn, maxBytes).run();
}

/**
 * Subscribes to the field of a subscription. @returns its events, each of which is the root value of an execution
 * @throws GraphQLError at the field
 */
export async function subscribeToField(request: ExecutionRequest): Promise<AsyncIterable<unknown>> {
  const { plan, operation, rootValue, variables, context } = request;
  const [field] = plan.root().fields;
  if (!field?.definition?.subscribe) throw new GraphQLError('The operation has no field to subscribe to.', { nodes: operation });
  try {
    const info = infoOf(request, field, undefined);
    const events: unknown = await field.definition.subscribe(rootValue, field.readArguments(variables), context, info);
    if (events instanceof Error) throw events;
    if (!isAsyncIterable(events)) throw new Error(`Subscription.${field.definition.name} returned no stream of events.`);
    return events;
  } catch (error) {
    throw locatedError(error, [...field.nodes], [field.responseKey]);
  }
}

type Key = string | number;
/** The path of a field in the response, as graphql-js represents it. */
type Path = GraphQLResolveInfo['path'];
/** The path of the object or the list that a value belongs to; undefined for the data of the response. */
type ParentPath = Path | undefined;
/** Resolves when a value is in the text of the response; undefined if it is. Rejects with a GraphQLError if the object around it fails. */
type Wait = Promise<void> | undefined;

/** One execution of an operation: how fields are resolved, how objects, lists and values are completed, and how they fail. */
class Execution {
  readonly #errors: GraphQLError[] = [];
  readonly #text: ResponseText;

  /** @param maxBytes of the response */
  constructor(
    private readonly request: ExecutionRequest,
    private readonly turn: EventLoopTurn,
    maxBytes: number,
  ) {
    this.#text = new ResponseText(maxBytes);
  }

  /** Executes the operation. Never rejects. */
  async run(): Promise<ExecutedResult> {
    let data: JsonText | null = null;
    try {
      const { plan, operation, rootValue } = this.request;
      await (operation.operation === 'mutation'
        ? this.#fieldsInTurn(plan.root(), rootValue)
        : this.#text.begin(() => this.#object(plan.root(), rootValue, null, undefined, '')));
      data = this.#text.toJsonText();
    } catch (error) {
      if (this.#text.tooLarge) return { errors: [this.#text.tooLarge] };
      this.#errors.push(error as GraphQLError);
    } finally {
      this.#text.end();
    }
    return this.#errors.length === 0 ? { data } : { errors: this.#errors, data };
  }

  /**
   * Executes the root fields of a mutation: each begins when the one before it is complete. One that
   * fails and must not be null is the last.
   */
  async #fieldsInTurn({ fields }: ObjectPlan, source: unknown): Promise<void> {
    const placeholders = this.#text.begin(() => {
      const { out } = this.#text;
      const left = fields.map(({ before }) => {
        out.copy(before, 0, before.length);
        return this.#text.leavePlaceholder();
      });
      out.ascii(fields.length === 0 ? '{}' : '}');
      return left;
    });
    for (const [index, field] of fields.entries()) {
      // What a write does at once, such as reading a long input, counts as more than other fields do.
      if (this.turn.spend(Infinity)) await this.turn.next();
      await this.#text.fill(placeholders[index]!, () => this.#field(field, source, undefined));
    }
  }

  /** Completes an object and writes it. @param field null for the data of the response */
  #object({ fields }: ObjectPlan, source: unknown, field: FieldPlan | null, parentPath: ParentPath, key: Key): Wait {
    const { out } = this.#text;
    this.turn.spend(fields.length);
    this.#text.assertSize();
    let path: Path | undefined;
    let pending: Promise<void>[] | undefined;
    try {
      for (const own of fields) {
        out.copy(own.before, 0, own.before.length);
        if (this.#tryToWrite(own, source, out)) continue;
        // Most objects need no path.
        if (field !== null) path ??= pathTo(parentPath, key, field);
        const wait = this.#field(own, source, path);
        if (wait) (pending ??= []).push(wait);
      }
    } catch (error) {
      if (pending === undefined) throw error;
      return rejectedWhenSettled(pending, error);
    }
    out.ascii(fields.length === 0 ? '{}' : '}');
    return pending && allOf(pending);
  }

  /** Writes a field in the regular case, such as a text that the reply of the service has as JSON. @returns whether it could */
  #tryToWrite(plan: FieldPlan, source: unknown, out: JsonWriter): boolean {
    const { write, value } = plan;
    if (write === null || resolverOf(plan, this.request.context)) return false;
    const { length } = out;
    let written: boolean | null;
    try {
      written = write(source, out);
    } catch {
      out.truncate(length);
      return false;
    }
    if (written === null && !value.nonNull) out.ascii('null');
    else if (!written) return false;
    this.#text.assertSize();
    return true;
  }

  #field(field: FieldPlan, source: unknown, parentPath: ParentPath): Wait {
    let value: unknown;
    try {
      value = resolveField(this.request, field, source, parentPath);
    } catch (error) {
      this.#writeFailed(error, field.value, field, parentPath, field.responseKey);
      return undefined;
    }
    return this.#value(value, field.value, field, parentPath, field.responseKey);
  }

  /**
   * Completes a value and writes it; null and an error if it fails. `plan` is of the value, such as an item of a list; `field` of the field
   * around it; `parentPath` of the object or list around it. @throws GraphQLError if the value must not be null
   */
  #value(value: unknown, plan: ValuePlan, field: FieldPlan, parentPath: ParentPath, key: Key): Wait {
    if (isPromise(value)) return this.#later(value, plan, field, parentPath, key);
    const { length } = this.#text.out;
    const { placeholderCount } = this.#text;
    let wait: Wait;
    try {
      wait = this.#complete(value, plan, field, parentPath, key);
    } catch (error) {
      this.#text.truncate(length, placeholderCount);
      this.#writeFailed(error, plan, field, parentPath, key);
      return undefined;
    }
    if (wait === undefined || plan.nonNull) return wait;
    return this.#orNull(wait, this.#text.placeholderFrom(length, placeholderCount), plan, field, parentPath, key);
  }

  // Promises are awaited in functions of their own. In `#value` the variables that a closure captures would be allocated on the
  // heap for every value, promise or not.

  #later(value: Promise<unknown>, plan: ValuePlan, field: FieldPlan, parentPath: ParentPath, key: Key): Wait {
    const placeholder = this.#text.leavePlaceholder();
    const fill = (write: () => Wait, settled?: unknown) => {
      const now = () => this.#text.fill(placeholder, write);
      if (!this.turn.spend(1)) return now();
      if (Array.isArray(settled)) ignoreRejections(settled, 0);
      return this.turn.next().then(now);
    };
    return Promise.resolve(value).then(
      (settled) => fill(() => this.#value(settled, plan, field, parentPath, key), settled),
      (error: unknown) => fill(() => this.#writeFailed(error, plan, field, parentPath, key)),
    );
  }

  /** Writes null in place of a value that fails later. */
  #orNull(wait: Promise<void>, placeholder: Placeholder, plan: ValuePlan, field: FieldPlan, parentPath: ParentPath, key: Key): Wait {
    return wait.catch((error: unknown) => this.#text.fill(placeholder, () => this.#writeFailed(error, plan, field, parentPath, key)));
  }

  /** Completes a value and writes it. @throws the error of the value */
  #complete(value: unknown, plan: ValuePlan, field: FieldPlan, parentPath: ParentPath, key: Key): Wait {
    if (value === null || value === undefined) {
      if (plan.nonNull) throw new Error(`Cannot return null for non-nullable field ${nameOf(field)}.`);
      this.#text.out.ascii('null');
      return undefined;
    }
    if (value instanceof Error) throw value;
    switch (plan.kind) {
      case 'leaf':
        return this.#leaf(value, plan.write, field);
      case 'list':
        return this.#list(value, plan.item, field, pathTo(parentPath, key, field));
      case 'object':
        return this.#object(plan.object(), value, field, parentPath, key);
      case 'abstract':
        return this.#abstract(value, plan, field, parentPath, key);
    }
  }

  #leaf(value: unknown, write: WriteJson, field: FieldPlan): undefined {
    if (!write(value, this.#text.out)) throw new Error(`The value of ${nameOf(field)} was serialized to undefined or null.`);
    this.#text.assertSize();
  }

  #list(value: unknown, item: ValuePlan, field: FieldPlan, path: Path): Wait {
    if (!isIterable(value)) throw new GraphQLError(`Expected Iterable, but did not find one for field "${nameOf(field)}".`);
    const items: readonly unknown[] = Array.isArray(value) ? value : [...value];
    let pending: Promise<void>[] | undefined;
    let index = 0;
    this.#text.out.ascii('[');
    try {
      for (; index < items.length; index += 1) {
        if (this.turn.spend(1)) {
          (pending ??= []).push(this.#restOfItems(items, index, item, field, path));
          break;
        }
        const wait = this.#item(items, index, item, field, path);
        if (wait) (pending ??= []).push(wait);
      }
    } catch (error) {
      ignoreRejections(items, index);
      if (pending === undefined) throw error;
      return rejectedWhenSettled(pending, error);
    }
    this.#text.out.ascii(']');
    return pending && allOf(pending);
  }

  #item(items: readonly unknown[], index: number, item: ValuePlan, field: FieldPlan, path: Path): Wait {
    if (index > 0) this.#text.out.ascii(',');
    return this.#value(items[index], item, field, path, index);
  }

  /** Completes the items from an index on in later turns of the event loop, in one placeholder for each turn. */
  async #restOfItems(items: readonly unknown[], from: number, item: ValuePlan, field: FieldPlan, path: Path): Promise<void> {
    const pending: Promise<void>[] = [];
    let index = from;
    let placeholder: Placeholder | undefined = this.#text.leavePlaceholder();
    ignoreRejections(items, from);
    const fill = () => {
      do {
        const wait = this.#item(items, index, item, field, path);
        // A rejection before the last item is started is handled by `allOf`; until then it must not count as unhandled.
        wait?.catch(() => {});
        if (wait) pending.push(wait);
        index += 1;
      } while (index < items.length && !this.turn.spend(1));
      return index < items.length ? this.#text.leavePlaceholder() : undefined;
    };
    try {
      while (placeholder !== undefined) {
        await this.turn.next();
        placeholder = this.#text.fill(placeholder, fill);
      }
    } catch (error) {
      return rejectedWhenSettled(pending, error);
    }
    await allOf(pending);
  }

  #abstract(value: unknown, { type, planOf }: ValuePlan & { kind: 'abstract' }, field: FieldPlan, parentPath: ParentPath, key: Key): Wait {
    const info = infoOf(this.request, field, parentPath);
    const typeName = type.resolveType!(value, this.request.context, info, type);
    const plan = typeof typeName === 'string' ? planOf(typeName) : undefined;
    if (plan === undefined)
      throw new GraphQLError(`Abstract type "${type.name}" was resolved to a type that is not one of its possible types.`);
    return this.#object(plan, value, field, parentPath, key);
  }

  /**
   * Writes null in place of a value, and records its error.
   * @throws GraphQLError if the value must not be null, so that the object around it fails
   */
  #writeFailed(error: unknown, { nonNull }: ValuePlan, field: FieldPlan, parentPath: ParentPath, key: Key): undefined {
    // The response is abandoned: one error replaces all of it.
    if (this.#text.tooLarge) throw error;
    // An error takes as long as the fields of an object.
    this.turn.spend(10);
    const located = errorAt(error, field, responsePathAsArray(pathTo(parentPath, key, field)));
    if (nonNull) throw located;
    this.#errors.push(located);
    this.#text.out.ascii('null');
    this.#text.countError(located.message);
  }
}

const nameOf = ({ parentType, nodes }: FieldPlan): string => `${parentType.name}.${nodes[0]!.name.value}`;

/**
 * Returns the resolver that decides on a field. Undefined for a property, which is read or written without one: a call of a resolver takes
 * several objects. A property that only checks a scope has a resolver for the callers that lack the scope: it denies them, or opens
 * their own record.
 */
const resolverOf = ({ definition, lacksScope }: FieldPlan, context: unknown) =>
  lacksScope === null || lacksScope(context) ? definition?.resolve : undefined;

/**
 * Resolves a field of an object: calls its resolver, or reads the property of its name.
 * @returns a value or a promise @throws what a resolver or a getter throws
 */
function resolveField(request: ExecutionRequest, plan: FieldPlan, source: unknown, parentPath: ParentPath): unknown {
  const { definition, parentType } = plan;
  if (definition === null) return parentType.name;
  const resolve = resolverOf(plan, request.context);
  if (resolve) return resolve(source, plan.readArguments(request.variables), request.context, infoOf(request, plan, parentPath));
  return typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[definition.name] : undefined;
}

/** The fourth argument of a resolver. */
const infoOf = (
  { plan, operation, rootValue, variables }: ExecutionRequest,
  field: FieldPlan,
  parentPath: ParentPath,
): GraphQLResolveInfo => ({
  fieldName: field.definition!.name,
  fieldNodes: field.nodes,
  returnType: field.definition!.type,
  parentType: field.parentType,
  path: pathTo(parentPath, field.responseKey, field),
  schema: plan.schema,
  fragments: plan.fragments,
  rootValue,
  operation,
  variableValues: variables,
});

const pathTo = (prev: ParentPath, key: Key, { parentType }: FieldPlan): Path => ({
  prev,
  key,
  typename: typeof key === 'string' ? parentType.name : undefined,
});

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

const allOf = async (pending: readonly Promise<void>[]): Promise<void> => void (await Promise.all(pending));

/** Rejects with an error once the pending values have settled. Otherwise their rejections would be unhandled. */
async function rejectedWhenSettled(pending: readonly Promise<void>[], error: unknown): Promise<never> {
  await Promise.allSettled(pending);
  throw error;
}

/**
 * Returns the error of a field, equal to the result of graphql-js's `locatedError`. graphql-js computes line and column from
 * the text of the document for each error; here they are computed once for all objects on which the field fails. This is a bound, not only
 * speed: with a document of 1 MB of line ends, a page of denied fields would occupy the program for seconds.
 */
function errorAt(thrown: unknown, field: FieldPlan, path: readonly Key[]): GraphQLError {
  if (!(thrown instanceof Error) || thrown instanceof GraphQLError) return locatedError(thrown, [...field.nodes], path);
  return Object.assign(new GraphQLError(thrown.message, { path, originalError: thrown }), field.location());
}
