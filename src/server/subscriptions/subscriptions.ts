import {
  createSourceEventStream,
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import type { CreateContext, GraphContext } from '../../graph/context.js';
import type { Execute } from '../../graph/execution/execute.js';
import type { CheckOperation } from '../../graph/cost/operation-limits.js';
import type { Caller } from '../../model/caller.js';
import { EventGraphError } from '../../model/errors.js';
import type { AuditSink } from '../telemetry/audit-line.js';
import { writeAudit } from '../telemetry/audited.js';
import { refuseManyLines, refuseRepeatedFields } from '../operations/costly-documents.js';
import { refuseFaultyLargeVariables } from '../operations/large-variables.js';
import { mapped } from './mapped.js';
import type { NameForLog } from '../telemetry/operation-name.js';
import type { Parameters } from '../operations/parameters.js';
import type { CallerBuckets, Charge } from '../operations/rate-limit.js';
import { safeErrors } from '../messages/safe-message.js';

export interface SubscriptionsOptions {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly maxTokens: number;
  readonly check: CheckOperation;
  readonly execute: Execute;
  readonly createContext: CreateContext;
  readonly formatError: (error: unknown, requestId: string) => GraphQLFormattedError;
  /** null where callers are not held to a share. */
  readonly buckets: CallerBuckets | null;
  readonly audit: AuditSink;
  readonly nameForLog: NameForLog;
}

/** Charged when a subscription begins; its later polls are shared and free. */
const callsOfSubscription = 1;

/** A subscription that somebody asks for. */
export interface SubscriptionRequest {
  readonly requestId: string;
  readonly caller: Caller;
  readonly parameters: Parameters;
  /** Aborts when the subscriber is gone. */
  readonly signal: AbortSignal;
}

/** Subscriptions, whatever carries them: held to the same limits as operations over HTTP, their errors as safe. */
export class Subscriptions {
  /** What each subscription notes for the audit. */
  readonly #audits = new WeakMap<SubscriptionRequest, GraphContext['audit']>();
  /** What subscriptions that have not begun reserved. */
  readonly #charges = new WeakMap<ExecutionArgs, Charge>();

  constructor(private readonly options: SubscriptionsOptions) {}

  /** What is needed to subscribe, or the errors of a request that is refused before anything is asked of the service. */
  prepare(request: SubscriptionRequest): ExecutionArgs | readonly GraphQLError[] {
    const { caller, parameters, signal } = request;
    const { schema, check, createContext, buckets } = this.options;
    const { query = '', operationName, variables = {} } = parameters;
    try {
      const document = this.#parse(query);
      refuseRepeatedFields(document);
      const errors = validate(schema, document, this.#rules);
      if (errors.length > 0) return errors.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
      const operation = getOperationAST(document, operationName);
      if (operation?.operation !== 'subscription')
        throw coded('Only a subscription is served here; queries and mutations go to POST /graphql.', 'BAD_USER_INPUT');
      refuseFaultyLargeVariables(schema, operation, variables);
      const { errors: faults } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 50 });
      if (faults) return faults.map((error) => withCode(error, 'BAD_USER_INPUT'));
      check(document, operation, variables);
      const contextValue = createContext({ caller, signal });
      this.#audits.set(request, contextValue.audit);
      const prepared = { schema, document, variableValues: variables, contextValue, ...(operationName !== undefined && { operationName }) };
      const charge = buckets?.charge(caller.name);
      charge?.reserve(callsOfSubscription);
      if (charge) this.#charges.set(prepared, charge);
      return prepared;
    } catch (error) {
      return [error instanceof GraphQLError ? error : wrapped(error)];
    }
  }

  /** The results of a subscription, ready to be sent. */
  async open(request: SubscriptionRequest): Promise<AsyncIterableIterator<FormattedExecutionResult> | FormattedExecutionResult> {
    const prepared = this.prepare(request);
    if (isRefused(prepared)) return { errors: this.formatted(prepared, request) };
    const results = await this.subscribe(prepared);
    return isResult(results) ? this.result(results, request) : mapped(results, (result) => this.result(result, request));
  }

  /** The events of a subscription, each executed as a query is. */
  async subscribe(prepared: ExecutionArgs): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
    const { document, operationName, variableValues: variables, contextValue: context } = prepared;
    const source = await createSourceEventStream(prepared);
    if (isResult(source)) {
      // It has not begun, so it made no call.
      this.#charges.get(prepared)?.settle(0);
      return source;
    }
    const operation = getOperationAST(document, operationName)!;
    const events = source[Symbol.asyncIterator]();
    return mapped(
      events,
      (rootValue) =>
        this.options.execute({ document, operation, variables: variables ?? {}, context, rootValue }) ??
        execute({ ...prepared, rootValue }),
    );
  }

  result({ data, errors }: Unfinished<ExecutionResult>, request: SubscriptionRequest): FormattedExecutionResult {
    return { ...(errors && { errors: this.formatted(errors, request) }), ...(data !== undefined && { data }) };
  }

  formatted(errors: readonly GraphQLError[], request: SubscriptionRequest): readonly GraphQLFormattedError[] {
    this.#writeAudit(request);
    const { requestId, parameters } = request;
    const { schema, maxTokens, introspection, formatError } = this.options;
    const safe = safeErrors(errors, { schema, variables: parameters.variables, maxTokens, hideSuggestions: !introspection });
    return safe.map((error) => formatError(error, requestId));
  }

  /** The error of a request that is turned away for what the caller does besides. */
  refusal(message: string): GraphQLError {
    return coded(message, 'BAD_USER_INPUT');
  }

  /** A subscription reads nothing of people: what it notes is refusals. */
  #writeAudit(request: SubscriptionRequest): void {
    const { audit, nameForLog } = this.options;
    const noted = this.#audits.get(request);
    const { requestId, caller, parameters } = request;
    if (noted) writeAudit(noted, { requestId, caller: caller.name, operationName: nameForLog(parameters.operationName) }, 'partial', audit);
  }

  #parse(query: string): DocumentNode {
    try {
      refuseManyLines(query, this.options.maxTokens);
      return parse(query, { maxLexicalTokens: this.options.maxTokens });
    } catch (error) {
      throw error instanceof GraphQLError ? withCode(error, 'GRAPHQL_PARSE_FAILED') : error;
    }
  }

  get #rules() {
    return this.options.introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  }
}

/** A result as other libraries type it. */
type Unfinished<Result> = { readonly [Member in keyof Result]?: Result[Member] | undefined };

export function isRefused(prepared: ExecutionArgs | readonly GraphQLError[]): prepared is readonly GraphQLError[] {
  return Array.isArray(prepared);
}

function isResult(results: object): results is ExecutionResult {
  return !(Symbol.asyncIterator in results);
}

function withCode(error: GraphQLError, code: string): GraphQLError {
  const { message, nodes = null, source = null, positions = null, path = null, originalError = null, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, path, originalError, extensions: { ...extensions, code } });
}

function coded(message: string, code: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

function wrapped(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : null;
  return new GraphQLError(originalError instanceof EventGraphError ? originalError.message : 'The subscription cannot begin.', {
    originalError,
  });
}
