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
import type { OperationCost } from '../../graph/cost/operation-cost.js';
import type { CheckOperation } from '../../graph/cost/operation-limits.js';
import { CheckedDocuments } from './costly-documents.js';
import { refuseFaultyLargeVariables } from './large-variables.js';
import type { Parameters } from './parameters.js';
import { ParsedDocuments, PersistedQueries } from './persisted-queries.js';
import { formattedErrors } from '../messages/formatted-errors.js';

/** One operation to run. */
export interface Operation {
  readonly requestId: string;
  readonly method: string;
  readonly parameters: Parameters;
  readonly context: GraphContext;
  /** Called before anything is executed, with what the operation plans; throws where its caller has to wait. */
  readonly admit?: (planned: OperationCost, variables: Readonly<Record<string, unknown>>) => void;
}

/** What goes into the answer's body. No `data` member: nothing was executed. */
export interface Outcome {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: Record<string, unknown> | null;
  readonly extensions?: Record<string, unknown>;
  /** A mutation or a subscription that came by GET. */
  readonly wrongMethod: boolean;
  /** Of the operation that was found in the document; neither where none was. */
  readonly kind?: RootKind;
  readonly operationName?: string | null;
  /** For how long a cache of the caller's own may serve the answer again. Left out for none. */
  readonly maxAgeSeconds?: number;
}

export type RootKind = 'query' | 'mutation' | 'subscription' | 'unknown';

export interface Operations {
  run(operation: Operation): Promise<Outcome>;
  stop(): Promise<void>;
}

export interface OperationsOptions {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly maxTokens: number;
  readonly execute: Execute;
  readonly turn: EventLoopTurn;
  /** Throws where an operation asks for too much. */
  readonly check: CheckOperation;
  readonly formatError: (error: unknown, requestId: string) => GraphQLFormattedError;
  readonly log: Logger;
}

interface Resolved {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}
/** Where the operation is put when it is found in the document, and its result where our own executor made it. */
interface Finding {
  readonly admit: Operation['admit'];
  resolved?: Resolved;
  result?: ExecutionResult;
}
type FindingContext = GraphContext & { readonly finding: Finding };

/** Parses, validates and executes through Apollo Server, which knows nothing of HTTP here. */
export async function startOperations({
  schema,
  introspection,
  maxTokens,
  check,
  execute,
  turn,
  formatError,
  log,
}: OperationsOptions): Promise<Operations> {
  const apollo = new ApolloServer<FindingContext>({
    schema,
    introspection,
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    csrfPrevention: false,
    maxRecursiveSelections: 100_000,
    parseOptions: { maxLexicalTokens: maxTokens },
    persistedQueries: { cache: new PersistedQueries() },
    documentStore: new ParsedDocuments(),
    // The errors themselves, to be made safe and formatted here, where the request is known.
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
      beforeExecution(({ document, operation }, variables, { admit }) => {
        refuseSubscription(operation);
        refuseFaultyLargeVariables(schema, operation, variables);
        const planned = check(document, operation, variables);
        admit?.(planned, variables);
      }),
      executedBy(execute),
    ],
  });
  await apollo.start();
  const documents = new CheckedDocuments(maxTokens);
  const byGet = { method: 'GET', headers: new HeaderMap(), search: '', body: undefined };

  return {
    stop: () => apollo.stop(),
    async run({ requestId, method, parameters: { query, operationName, variables, extensions }, context, admit }) {
      const finding: Finding = { admit };
      const costly = query === undefined ? null : documents.fault(query);
      if (costly) return { errors: [formatError(costly, requestId)], wrongMethod: false };
      const request: GraphQLRequest = {};
      if (query !== undefined) request.query = query;
      if (operationName !== undefined) request.operationName = operationName;
      if (variables !== undefined) request.variables = variables;
      if (extensions !== undefined) request.extensions = extensions;
      if (method === 'GET') request.http = byGet;
      const { body, http } = await apollo.executeOperation(request, { contextValue: { ...context, finding } });
      if (body.kind !== 'single') throw new Error('An incremental answer, which no directive of the schema asks for.');
      const { data, errors } = finding.result ?? body.singleResult;
      const responseExtensions = context.responseExtensions();
      const { resolved: found } = finding;
      const maxAgeSeconds = method === 'GET' && errors === undefined && found ? reusableSeconds(found, context, schema) : 0;
      const outcome: { -readonly [Name in keyof Outcome]: Outcome[Name] } = { wrongMethod: http.status === 405 };
      if (errors) {
        const sources = { schema, variables, maxTokens, hideSuggestions: !introspection };
        outcome.errors = await formattedErrors(errors as GraphQLError[], sources, (error) => formatError(error, requestId), turn);
      }
      if (data !== undefined) outcome.data = data;
      if (responseExtensions) outcome.extensions = responseExtensions;
      if (found) outcome.kind = found.operation.operation;
      if (found) outcome.operationName = found.operation.name?.value ?? null;
      if (maxAgeSeconds > 0) outcome.maxAgeSeconds = maxAgeSeconds;
      return outcome;
    },
  };
}

/** An answer of content alone may serve its caller again for as long as the service's answers in it are kept. */
function reusableSeconds({ document }: Resolved, { usage }: GraphContext, schema: GraphQLSchema): number {
  if (usage.calls + usage.coalesced + usage.cached === 0 || usage.stale.length > 0 || usage.freshMs < 1000) return 0;
  return selectsContentOnly(document, schema) ? Math.floor(usage.freshMs / 1000) : 0;
}

/** Looks at each operation when it is known and valid, and before anything of it runs; what it throws is the answer. */
function beforeExecution(
  look: (resolved: Resolved, variables: Readonly<Record<string, unknown>>, finding: Finding) => void,
): ApolloServerPlugin<FindingContext> {
  const listener = {
    didResolveOperation: async ({
      contextValue,
      document,
      operation,
      request,
    }: GraphQLRequestContextDidResolveOperation<FindingContext>) => {
      if (!operation) return;
      contextValue.finding.resolved = { document, operation };
      look({ document, operation }, request.variables ?? {}, contextValue.finding);
    },
  };
  return { requestDidStart: async () => listener };
}

/** Runs operations by our own executor; what it declines runs as Apollo Server runs it. */
function executedBy(execute: Execute): ApolloServerPlugin<FindingContext> {
  const listener = {
    responseForOperation: async ({
      document,
      operation,
      request,
      contextValue,
    }: GraphQLRequestContextResponseForOperation<FindingContext>): Promise<GraphQLResponse | null> => {
      // Apollo Server comes here without an operation too, where the document has none of the name.
      if ((operation as OperationDefinitionNode | undefined) === undefined) return null;
      const result = await execute({ document, operation, variables: request.variables, context: contextValue });
      if (result === null) return null;
      // The result is taken up in `run`: Apollo Server would work on thousands of errors in one stretch.
      contextValue.finding.result = result;
      return { http: { headers: new HeaderMap() }, body: { kind: 'single' as const, singleResult: {} } };
    },
  };
  return { requestDidStart: async () => listener };
}

function refuseSubscription(operation: OperationDefinitionNode): void {
  if (operation.operation !== 'subscription') return;
  throw new GraphQLError('Subscriptions are served over WebSocket at /graphql, and as server-sent events at POST /graphql/stream.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
}
