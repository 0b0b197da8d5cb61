import {
  ApolloServer,
  type ApolloServerPlugin,
  type GraphQLRequest,
  type GraphQLRequestContextDidResolveOperation,
  type GraphQLRequestContextResponseForOperation,
  type GraphQLResponse,
  HeaderMap,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Logger } from 'pino';
import { selectsContentOnly } from '../../graph/access/content-only.js';
import type { GraphContext } from '../../graph/context.js';
import type { EventLoopTurn } from '../../graph/execution/event-loop-turn.js';
import type { Execute } from '../../graph/execution/execute.js';
import type { CheckOperation } from '../../graph/cost/operation-limits.js';
import { CheckedDocuments } from './checked-documents.js';
import { rejectInvalidLargeVariables } from './variable-limits.js';
import { ParsedDocuments, PersistedQueries } from './apollo-caches.js';
import type { Operation, Operations, Outcome } from './operations.js';
import type { Parameters } from './parameters.js';
import type { RequestedDocument, RequestedDocuments } from './requested-documents.js';
import type { TrustedDocuments } from './trusted-documents.js';
import { formattedErrors } from '../messages/formatted-errors.js';

export interface OperationsOptions {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly maxTokens: number;
  readonly execute: Execute;
  readonly turn: EventLoopTurn;
  /** Computes the cost of an operation. Throws if it exceeds a limit. */
  readonly check: CheckOperation;
  readonly formatError: (error: unknown, requestId: string) => GraphQLFormattedError;
  readonly log: Logger;
  readonly documents: RequestedDocuments;
  /** null: there are no trusted documents. */
  readonly trusted: TrustedDocuments | null;
}

interface Resolved {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}
/** What the plugins and `run` share about one operation. Apollo Server passes it along in the context. */
interface RunState {
  readonly admit: Operation['admit'];
  /** The operation that Apollo Server selected from the document. */
  resolved?: Resolved;
  /** The result, if this project's executor produced it. */
  result?: ExecutionResult;
}
type RunContext = GraphContext & { readonly runState: RunState };

/** Starts an Apollo Server that parses, validates and executes operations. It does not handle HTTP. */
export async function startApolloOperations({
  schema,
  introspection,
  maxTokens,
  check,
  execute,
  turn,
  formatError,
  log,
  documents,
  trusted,
}: OperationsOptions): Promise<Operations> {
  const apollo = new ApolloServer<RunContext>({
    schema,
    introspection,
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    csrfPrevention: false,
    maxRecursiveSelections: 100_000,
    parseOptions: { maxLexicalTokens: maxTokens },
    persistedQueries: { cache: new PersistedQueries() },
    documentStore: new ParsedDocuments(trusted),
    // Errors are passed through: `run` makes them safe and formats them, because only `run` has the request.
    formatError: (_formatted, error) => error as GraphQLFormattedError,
    logger: {
      debug: (message) => log.trace(String(message)),
      info: (message) => log.debug(String(message)),
      warn: (message) => log.warn(String(message)),
      error: (message) => log.error(String(message)),
    },
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      checkedBeforeExecution(({ document, operation }, { request, source, queryHash, contextValue }) => {
        const { variables = {} } = request;
        rejectSubscription(operation);
        rejectInvalidLargeVariables(schema, operation, variables);
        const planned = check(document, operation, variables);
        const admitted = contextValue.runState.admit?.(planned, variables);
        const ran = () => documents.ran(contextValue.caller, source, operation.name?.value ?? null, queryHash);
        return admitted ? admitted.then(ran) : ran();
      }),
      executedBy(execute),
    ],
  });
  await apollo.start();
  const checked = new CheckedDocuments(maxTokens);
  /** Returns the document of a request, or the reason why it is refused before it is parsed. */
  const requestedBy = (parameters: Parameters, { caller }: GraphContext): RequestedDocument | Error => {
    try {
      const requested = documents.find(parameters, caller);
      if (requested.text === undefined || requested.trusted?.document) return requested;
      return checked.violation(requested.text) ?? requested;
    } catch (error) {
      return error as Error;
    }
  };
  const byGet = { method: 'GET', headers: new HeaderMap(), search: '', body: undefined };

  return {
    stop: () => apollo.stop(),
    async run({ requestId, method, parameters, context, admit }) {
      const runState: RunState = { admit };
      const { operationName, variables } = parameters;
      const requested = requestedBy(parameters, context);
      if (requested instanceof Error) return { errors: [formatError(requested, requestId)], wrongMethod: false };
      const { text, extensions } = requested;
      const request: GraphQLRequest = {};
      if (text !== undefined) request.query = text;
      if (operationName !== undefined) request.operationName = operationName;
      if (variables !== undefined) request.variables = variables;
      if (extensions !== undefined) request.extensions = extensions;
      if (method === 'GET') request.http = byGet;
      const { body, http } = await apollo.executeOperation(request, { contextValue: { ...context, runState } });
      if (body.kind !== 'single') throw new Error('Unexpected incremental response: the schema has no @defer or @stream.');
      const { data, errors } = runState.result ?? body.singleResult;
      const responseExtensions = context.responseExtensions();
      const { resolved } = runState;
      const maxAgeSeconds = method === 'GET' && errors === undefined && resolved ? cacheableSeconds(resolved, context, schema) : 0;
      const outcome: { -readonly [Name in keyof Outcome]: Outcome[Name] } = { wrongMethod: http.status === 405 };
      if (errors) {
        const sources = { schema, variables, maxTokens, hideSuggestions: !introspection };
        outcome.errors = await formattedErrors(errors as GraphQLError[], sources, (error) => formatError(error, requestId), turn);
      }
      if (data !== undefined) outcome.data = data;
      if (responseExtensions) outcome.extensions = responseExtensions;
      if (resolved) outcome.kind = resolved.operation.operation;
      if (resolved) outcome.operationName = resolved.operation.name?.value ?? null;
      if (maxAgeSeconds > 0) outcome.maxAgeSeconds = maxAgeSeconds;
      return outcome;
    },
  };
}

/**
 * Returns how long a response may be cached: as long as the cached content that it was made from is fresh. 0 if it contains
 * anything else, such as attendees, or a stale value.
 */
function cacheableSeconds({ document }: Resolved, { usage }: GraphContext, schema: GraphQLSchema): number {
  if (usage.calls + usage.coalesced + usage.cached === 0 || usage.stale.length > 0 || usage.freshMs < 1000) return 0;
  return selectsContentOnly(document, schema) ? Math.floor(usage.freshMs / 1000) : 0;
}

/** A plugin that calls `check` for each valid operation before execution. An error that `check` throws becomes the response. */
function checkedBeforeExecution(
  check: (resolved: Resolved, request: GraphQLRequestContextDidResolveOperation<RunContext>) => void | Promise<void>,
): ApolloServerPlugin<RunContext> {
  const listener = {
    didResolveOperation: async (request: GraphQLRequestContextDidResolveOperation<RunContext>) => {
      const { contextValue, document, operation } = request;
      if (!operation) return;
      contextValue.runState.resolved = { document, operation };
      return check({ document, operation }, request);
    },
  };
  return { requestDidStart: async () => listener };
}

/** A plugin that executes queries with this project's executor. If it returns null, for mutations for example, graphql-js executes. */
function executedBy(execute: Execute): ApolloServerPlugin<RunContext> {
  const listener = {
    responseForOperation: async ({
      document,
      operation,
      request,
      contextValue,
    }: GraphQLRequestContextResponseForOperation<RunContext>): Promise<GraphQLResponse | null> => {
      // Contrary to its type, `operation` is undefined if the document has no operation of the requested name.
      if ((operation as OperationDefinitionNode | undefined) === undefined) return null;
      const result = await execute({ document, operation, variables: request.variables, context: contextValue });
      if (result === null) return null;
      // `run` reads the result from here: Apollo Server would format thousands of errors without yielding to other requests.
      contextValue.runState.result = result;
      return { http: { headers: new HeaderMap() }, body: { kind: 'single' as const, singleResult: {} } };
    },
  };
  return { requestDidStart: async () => listener };
}

function rejectSubscription(operation: OperationDefinitionNode): void {
  if (operation.operation !== 'subscription') return;
  throw new GraphQLError('Subscriptions are served over WebSocket at /graphql, and as server-sent events at POST /graphql/stream.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
}
