/* Subscriptions over both transports, WebSocket and event stream. */

import {
  createSourceEventStream,
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
import type { GraphContext } from '../../graph/context.js';
import type { OperationCost } from '../../graph/cost/operation-cost.js';
import { EventGraphError } from '../../model/errors.js';
import { safeErrors } from '../messages/safe-message.js';
import { checkBeforeExecution, type CheckBeforeExecution, type CheckOptions } from '../operations/check-before-execution.js';
import { documentNotFound } from '../operations/documents/requested-documents.js';
import { sha256Of } from '../operations/documents/trusted-documents.js';
import { validDocument, withCode } from '../operations/documents/valid-document.js';
import { refuseInvalidLargeVariables } from '../operations/limits/variable-limits.js';
import { writeAudit } from '../telemetry/audited-operations.js';
import { type EventOptions, executeEvent, type PreparedSubscription } from './execute-event.js';
import { mapAsyncIterator } from './map-async-iterator.js';
import { auditedAs, type SubscriptionRequest } from './subscription-request.js';

export interface SubscriptionsOptions extends EventOptions, CheckOptions {
  readonly introspection: boolean;
  readonly maxTokens: number;
  readonly formatError: (error: unknown, requestId: string) => GraphQLFormattedError;
}

/** Calls that a subscription takes from the caller's bucket. Later polls are free, because all subscribers share them. */
const callsOfSubscription = 1;

/** Runs subscriptions for both transports, WebSocket and event stream. The limits and safe errors are those of operations over HTTP. */
export class Subscriptions {
  /** The audit of the start of each subscription. */
  readonly #audits = new WeakMap<SubscriptionRequest, GraphContext['audit']>();
  readonly #prepared = new WeakMap<ExecutionArgs, PreparedSubscription>();
  readonly #check: CheckBeforeExecution;

  constructor(private readonly options: SubscriptionsOptions) {
    this.#check = checkBeforeExecution(options);
  }

  /**
   * Parses, validates and checks a request without a call to the service.
   * @returns the arguments of `subscribe`, or errors if the request is refused
   */
  async prepare(request: SubscriptionRequest): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { caller, parameters, signal } = request;
    const { schema, createContext, buckets, documents } = this.options;
    const { operationName, variables = {} } = parameters;
    try {
      const { text, trusted } = documents.find(parameters, caller);
      if (text === undefined) throw documentNotFound();
      const document = trusted?.document ?? validDocument(text, this.options);
      if (isRefused(document)) return document;
      const operation = getOperationAST(document, operationName);
      if (operation?.operation !== 'subscription')
        throw coded('This transport accepts subscriptions only. Send queries and mutations to POST /graphql.', 'BAD_USER_INPUT');
      const invalid = invalidVariables(schema, operation, variables);
      if (invalid) return invalid;
      const contextValue = createContext({ caller, signal });
      const charge = buckets?.charge(caller.name, contextValue.wait);
      let callsOfEvent = 0;
      const admit = ({ upstreamCalls }: OperationCost) => {
        this.#audits.set(request, contextValue.audit);
        callsOfEvent = Math.max(0, upstreamCalls - callsOfSubscription);
        return charge?.reserve(callsOfSubscription);
      };
      await this.#check({ document, operation, text, sha256: sha256Of(text) }, { parameters, context: contextValue, admit });
      const prepared = { schema, document, variableValues: variables, contextValue, ...(operationName !== undefined && { operationName }) };
      this.#prepared.set(prepared, { request, operation, charge, callsOfEvent });
      return prepared;
    } catch (error) {
      return [error instanceof GraphQLError ? error : wrapped(error)];
    }
  }

  /** Prepares and starts a subscription. @returns its results as they are sent to the client, or one result with errors */
  async open(request: SubscriptionRequest): Promise<AsyncIterableIterator<FormattedExecutionResult> | FormattedExecutionResult> {
    const prepared = await this.prepare(request);
    if (isRefused(prepared)) return { errors: this.formatted(prepared, request) };
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
    return mapAsyncIterator(source[Symbol.asyncIterator](), (event) => executeEvent(args, prepared, event, this.options));
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
    if (entries) writeAudit(entries, auditedAs(request, this.options.nameForLog), 'partial', this.options.audit);
    const { requestId, parameters } = request;
    const { schema, maxTokens, introspection, formatError } = this.options;
    const safe = safeErrors(errors, { schema, variables: parameters.variables, maxTokens, hideSuggestions: !introspection });
    return safe.map((error) => formatError(error, requestId));
  }

  /** Returns the error of a request that a rule of the transport refuses. */
  refusal(message: string): GraphQLError {
    return coded(message, 'BAD_USER_INPUT');
  }
}

/** A result whose members may be undefined, as graphql-ws types it. */
type LooselyTyped<Result> = { readonly [Member in keyof Result]?: Result[Member] | undefined };

export function isRefused(prepared: object): prepared is readonly GraphQLError[] {
  return Array.isArray(prepared);
}

function isResult(results: object): results is ExecutionResult {
  return !(Symbol.asyncIterator in results);
}

/** Returns the errors of variables that do not fit their types. graphql-js would print a large one in full, so those are checked first. */
function invalidVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): readonly GraphQLError[] | undefined {
  refuseInvalidLargeVariables(schema, operation, variables);
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 50 });
  return errors?.map((error) => withCode(error, 'BAD_USER_INPUT'));
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
