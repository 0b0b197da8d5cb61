/* Apollo Server: parses and validates operations, and registers automatic persisted queries. It does not handle HTTP. */

import {
  ApolloServer,
  HeaderMap,
  type ApolloServerPlugin,
  type GraphQLRequest,
  type GraphQLRequestContextDidResolveOperation,
  type GraphQLRequestContextResponseForOperation,
  type GraphQLResponse,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLError, GraphQLFormattedError, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Logger } from 'pino';
import type { GraphContext } from '../../graph/context.js';
import type { ExecuteAsText, TextResult } from '../../graph/execution/execute.js';
import { isPromise } from '../../primitives/is-promise.js';
import { badInput } from '../messages/request-errors.js';
import type { Admit } from '../work.js';
import { ParsedDocuments, PersistedQueries } from './apollo-caches.js';
import type { CheckBeforeExecution, ResolvedOperation } from './check-before-execution.js';
import type { RequestedDocument } from './documents/requested-documents.js';
import type { TrustedDocuments } from './documents/trusted-documents.js';
import { furtherRules, validationOptions } from './documents/valid-document.js';
import type { Operation } from './operation.js';

export interface ApolloOptions {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly maxTokens: number;
  readonly executeAsText: ExecuteAsText;
  readonly checkBeforeExecution: CheckBeforeExecution;
  readonly log: Logger;
  /** null if there are no trusted documents. */
  readonly trustedDocuments: TrustedDocuments | null;
}

/** The result of an operation, with errors as they were thrown. */
export interface ExecutedOperation {
  readonly data?: TextResult['data'] | undefined;
  readonly errors?: readonly GraphQLError[] | undefined;
  /** The operation, if its document is valid and contains it. */
  readonly resolved?: ResolvedOperation | undefined;
  /** True for a mutation or a subscription that was requested by GET. */
  readonly wrongMethod?: boolean;
}

export interface StartedApolloServer {
  /** Parses, validates, checks and executes. */
  execute(operation: Operation, requested: RequestedDocument, admit: Admit): Promise<ExecutedOperation>;
  stop(): Promise<void>;
}

/** The state of one operation that the plugins and `execute` share. Apollo Server passes it along in the context. */
interface RunState {
  readonly operation: Operation;
  readonly admit: Admit;
  /** The operation that Apollo Server selected from the document. */
  resolved?: ResolvedOperation;
  /** The result, if the operation was executed. */
  result?: TextResult;
}
type RunContext = GraphContext & { readonly runState: RunState };

export async function startApolloServer({
  schema,
  introspection,
  maxTokens,
  executeAsText,
  checkBeforeExecution,
  log,
  trustedDocuments,
}: ApolloOptions): Promise<StartedApolloServer> {
  const apollo = new ApolloServer<RunContext>({
    schema,
    introspection,
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    // It concerns HTTP, which Apollo Server does not handle here: graphql-handler.ts refuses content types that avoid the CORS preflight.
    csrfPrevention: false,
    // Fragments that spread each other multiply selections. Other documents have fewer selections than tokens (MAX_TOKENS, 2,000 by default).
    maxRecursiveSelections: 100_000,
    parseOptions: { maxLexicalTokens: maxTokens },
    validationRules: furtherRules,
    validationOptions,
    persistedQueries: { cache: new PersistedQueries() },
    documentStore: new ParsedDocuments(trustedDocuments),
    // Errors are passed through: messages/response-errors.ts makes them safe and formats them, because it has the request.
    formatError: (_formatted, error) => error as GraphQLFormattedError,
    logger: {
      debug: (message) => log.trace(String(message)),
      info: (message) => log.debug(String(message)),
      warn: (message) => log.warn(String(message)),
      // Without the text, which may quote the document of a caller. `formatError` reports the error of a request without its message.
      error: () => log.error('Apollo Server failed unexpectedly'),
    },
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      checkedBy(checkBeforeExecution),
      executedBy(executeAsText),
    ],
  });
  await apollo.start();
  const byGet = { method: 'GET', headers: new HeaderMap(), search: '', body: undefined };

  return {
    stop: () => apollo.stop(),
    async execute(operation, { text, extensions }, admit) {
      const { operationName, variables } = operation.parameters;
      const runState: RunState = { operation, admit };
      const request: GraphQLRequest = {};
      if (text !== undefined) request.query = text;
      if (operationName !== undefined) request.operationName = operationName;
      if (variables !== undefined) request.variables = variables;
      if (extensions !== undefined) request.extensions = extensions;
      if (operation.method === 'GET') request.http = byGet;
      // With `{ ...context, runState }` each would have hidden classes of its own (docs/decisions/0016-objects-have-a-fixed-shape.md).
      const contextValue: RunContext = Object.assign({ runState }, operation.context);
      const { body, http } = await apollo.executeOperation(request, { contextValue });
      if (body.kind !== 'single') throw new Error('Unexpected incremental response: the schema has no @defer or @stream.');
      const { data, errors } = runState.result ?? body.singleResult;
      return { data, errors: errors as readonly GraphQLError[] | undefined, resolved: runState.resolved, wrongMethod: http.status === 405 };
    },
  };
}

/**
 * A plugin that refuses subscriptions, and calls `check` for each other valid operation before execution. An error that is thrown here
 * becomes the response.
 */
function checkedBy(check: CheckBeforeExecution): ApolloServerPlugin<RunContext> {
  const listener = {
    didResolveOperation: async (request: GraphQLRequestContextDidResolveOperation<RunContext>) => {
      const { contextValue, document, operation, source, queryHash } = request;
      if (!operation) return;
      const { runState } = contextValue;
      runState.resolved = { document, definition: operation, text: source, sha256: queryHash };
      refuseSubscription(operation);
      const checking = check(runState.resolved, runState.operation, runState.admit);
      if (isPromise(checking)) await checking;
    },
  };
  return { requestDidStart: async () => listener };
}

function refuseSubscription({ operation }: OperationDefinitionNode): void {
  if (operation !== 'subscription') return;
  throw badInput('Subscriptions are served over WebSocket at /graphql, and as server-sent events with Accept: text/event-stream.');
}

/** A plugin that executes operations with this project's executor. */
function executedBy(executeAsText: ExecuteAsText): ApolloServerPlugin<RunContext> {
  const listener = {
    responseForOperation: async ({
      document,
      operation,
      request,
      contextValue,
    }: GraphQLRequestContextResponseForOperation<RunContext>): Promise<GraphQLResponse | null> => {
      // Contrary to its type, `operation` is undefined if the document has no operation of the requested name. graphql-js then reports that.
      if ((operation as OperationDefinitionNode | undefined) === undefined) return null;
      // `execute` reads the result from here: Apollo Server would format thousands of errors without yielding to other requests.
      contextValue.runState.result = await executeAsText({ document, operation, variables: request.variables, context: contextValue });
      return { http: { headers: new HeaderMap() }, body: { kind: 'single' as const, singleResult: {} } };
    },
  };
  return { requestDidStart: async () => listener };
}
