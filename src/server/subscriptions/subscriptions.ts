import {
  createSourceEventStream,
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type ExecutionArgs,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { setTimeout as pause } from 'node:timers/promises';
import type { CreateContext, GraphContext } from '../../graph/context.js';
import type { Execute } from '../../graph/execution/execute.js';
import type { CheckOperation } from '../../graph/cost/operation-limits.js';
import type { Caller } from '../../model/caller.js';
import { Cancellation } from '../../model/cancellation.js';
import { EventGraphError, RateLimitedError } from '../../model/errors.js';
import type { AuditSink } from '../telemetry/audit-log.js';
import { readOutcomeOf, writeAudit } from '../telemetry/audited-operations.js';
import { notFound, type RequestedDocuments } from '../operations/documents/requested-documents.js';
import { validDocument, withCode } from '../operations/documents/valid-document.js';
import { rejectInvalidLargeVariables } from '../operations/limits/variable-limits.js';
import { mapAsyncIterator } from './map-async-iterator.js';
import type { NameForLog } from '../telemetry/operation-name.js';
import type { Parameters } from '../operations/parameters.js';
import type { CallerBuckets, Charge } from '../operations/limits/rate-limit.js';
import { safeErrors } from '../messages/safe-message.js';

export interface SubscriptionsOptions {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly maxTokens: number;
  readonly check: CheckOperation;
  readonly execute: Execute;
  readonly createContext: CreateContext;
  /** Limit of the execution of one event. */
  readonly requestTimeoutMs: number;
  readonly formatError: (error: unknown, requestId: string) => GraphQLFormattedError;
  /** null: no rate limit. */
  readonly buckets: CallerBuckets | null;
  readonly audit: AuditSink;
  readonly nameForLog: NameForLog;
  readonly documents: RequestedDocuments;
}

/** Calls that a subscription takes from the caller's bucket. Later polls are free, because all subscribers share them. */
const callsOfSubscription = 1;

/** The request for a subscription. */
export interface SubscriptionRequest {
  readonly requestId: string;
  readonly caller: Caller;
  readonly parameters: Parameters;
  /** Aborts when the subscriber has disconnected. */
  readonly signal: AbortSignal;
}

/** Runs subscriptions for both transports, WebSocket and event stream. The limits and safe errors are those of operations over HTTP. */
export class Subscriptions {
  /** The audit of the start of each subscription. */
  readonly #audits = new WeakMap<SubscriptionRequest, GraphContext['audit']>();
  readonly #prepared = new WeakMap<ExecutionArgs, Prepared>();

  constructor(private readonly options: SubscriptionsOptions) {}

  /** Parses, validates and checks a request without a call to the service. @returns the arguments of `subscribe`, or errors if the request is rejected */
  async prepare(request: SubscriptionRequest): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { caller, parameters, signal } = request;
    const { schema, check, createContext, buckets, documents } = this.options;
    const { operationName, variables = {} } = parameters;
    try {
      const { text, trusted } = documents.find(parameters, caller);
      if (text === undefined) throw notFound();
      const document = trusted?.document ?? validDocument(text, this.options);
      if (isRejected(document)) return document;
      const operation = getOperationAST(document, operationName);
      if (operation?.operation !== 'subscription')
        throw coded('This transport accepts subscriptions only. Send queries and mutations to POST /graphql.', 'BAD_USER_INPUT');
      rejectInvalidLargeVariables(schema, operation, variables);
      const { errors: invalid } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 50 });
      if (invalid) return invalid.map((error) => withCode(error, 'BAD_USER_INPUT'));
      const contextValue = createContext({ caller, signal });
      const { upstreamCalls } = check(document, operation, variables, contextValue.activities.defaultId);
      this.#audits.set(request, contextValue.audit);
      const prepared = { schema, document, variableValues: variables, contextValue, ...(operationName !== undefined && { operationName }) };
      const charge = buckets?.charge(caller.name, contextValue.wait);
      await charge?.reserve(callsOfSubscription);
      this.#prepared.set(prepared, { request, operation, charge, callsOfEvent: Math.max(0, upstreamCalls - callsOfSubscription) });
      documents.ran(caller, text, operation.name?.value ?? null);
      return prepared;
    } catch (error) {
      return [error instanceof GraphQLError ? error : wrapped(error)];
    }
  }

  /** Prepares and starts a subscription. @returns its results as they are sent to the client, or one result with errors */
  async open(request: SubscriptionRequest): Promise<AsyncIterableIterator<FormattedExecutionResult> | FormattedExecutionResult> {
    const prepared = await this.prepare(request);
    if (isRejected(prepared)) return { errors: this.formatted(prepared, request) };
    const results = await this.subscribe(prepared);
    return isResult(results) ? this.result(results, request) : mapAsyncIterator(results, (result) => this.result(result, request));
  }

  /** Starts a prepared subscription. @returns the result of executing its selection for each event, or one result with errors */
  async subscribe(args: ExecutionArgs): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
    const prepared = this.#prepared.get(args)!;
    const source = await createSourceEventStream(args);
    if (isResult(source)) {
      // The subscription did not start, so it made no call.
      prepared.charge?.settle(0);
      return source;
    }
    return mapAsyncIterator(source[Symbol.asyncIterator](), (event) => this.#execute(args, prepared, event));
  }

  /**
   * Executes the selection of a subscription for one event. Each event is an operation of its own: with limits of its own, and nothing
   * that an earlier one has read. @returns a result without data if the subscriber has disconnected
   */
  async #execute(args: ExecutionArgs, { request, operation, callsOfEvent }: Prepared, rootValue: unknown): Promise<ExecutionResult> {
    const { document, variableValues: variables } = args;
    const { createContext, requestTimeoutMs, buckets, audit } = this.options;
    const { caller, signal } = request;
    const cancellation = new Cancellation();
    const cancel = () => cancellation.abort('cancelled');
    signal.addEventListener('abort', cancel, { once: true });
    const context = createContext({ caller, signal: cancellation });
    const charge = callsOfEvent > 0 ? buckets?.charge(caller.name, context.wait) : undefined;
    let timer: NodeJS.Timeout | undefined;
    let result: ExecutionResult = {};
    try {
      if (charge) await reserveInTime(charge, callsOfEvent, signal);
      timer = setTimeout(() => cancellation.abort('timeout'), requestTimeoutMs);
      result = await (this.options.execute({ document, operation, variables: variables ?? {}, context, rootValue }) ??
        execute({ ...args, contextValue: context, rootValue }));
      const extensions = context.responseExtensions();
      return extensions ? { ...result, extensions } : result;
    } finally {
      charge?.settle(context.usage.calls);
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      cancellation.end();
      writeAudit(context.audit, this.#auditedAs(request, operation.name?.value), readOutcomeOf(result), audit);
    }
  }

  /** Formats a result for the client. */
  result({ data, errors, extensions }: LooselyTyped<ExecutionResult>, request: SubscriptionRequest): FormattedExecutionResult {
    return {
      ...(errors && { errors: this.formatted(errors, request) }),
      ...(data !== undefined && { data }),
      ...(extensions && { extensions }),
    };
  }

  /** Makes errors safe and formats them; also writes the audit lines of a subscription that was denied. */
  formatted(errors: readonly GraphQLError[], request: SubscriptionRequest): readonly GraphQLFormattedError[] {
    const entries = this.#audits.get(request);
    if (entries) writeAudit(entries, this.#auditedAs(request), 'partial', this.options.audit);
    const { requestId, parameters } = request;
    const { schema, maxTokens, introspection, formatError } = this.options;
    const safe = safeErrors(errors, { schema, variables: parameters.variables, maxTokens, hideSuggestions: !introspection });
    return safe.map((error) => formatError(error, requestId));
  }

  /** Returns the error of a request that a rule of the transport rejects. */
  rejection(message: string): GraphQLError {
    return coded(message, 'BAD_USER_INPUT');
  }

  #auditedAs({ requestId, caller, parameters }: SubscriptionRequest, name = parameters.operationName) {
    return { requestId, caller: caller.name, operationName: this.options.nameForLog(name) };
  }
}

/** What is known of a subscription before it starts. */
interface Prepared {
  readonly request: SubscriptionRequest;
  readonly operation: OperationDefinitionNode;
  readonly charge: Charge | undefined;
  /** The calls that each event is planned to make besides those that all subscribers share. */
  readonly callsOfEvent: number;
}

/** Reserves calls as soon as the rate limit permits. An event is not lost by the limit; later ones wait behind it. */
async function reserveInTime(charge: Charge, calls: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      return await charge.reserve(calls);
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      await pause(error.retryAfterMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
}

/** A result whose members may be undefined, as graphql-ws types it. */
type LooselyTyped<Result> = { readonly [Member in keyof Result]?: Result[Member] | undefined };

export function isRejected(prepared: object): prepared is readonly GraphQLError[] {
  return Array.isArray(prepared);
}

function isResult(results: object): results is ExecutionResult {
  return !(Symbol.asyncIterator in results);
}

function coded(message: string, code: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

function wrapped(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : null;
  return new GraphQLError(originalError instanceof EventGraphError ? originalError.message : 'The subscription cannot start.', {
    originalError,
  });
}
