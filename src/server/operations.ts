import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { GraphContext } from '../graph/context.js';
import type { Parameters } from './parameters.js';
import { PersistedQueries } from './persisted-queries.js';
import { safeErrors } from './safe-message.js';

/** One operation to run. */
export interface Operation {
  readonly requestId: string;
  readonly method: string;
  readonly parameters: Parameters;
  readonly context: GraphContext;
}

/** What goes into the answer's body. No `data` member: nothing was executed. */
export interface Outcome {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: Record<string, unknown> | null;
  readonly extensions?: Record<string, unknown>;
  /** A mutation or a subscription that came by GET. */
  readonly wrongMethod: boolean;
}

export interface Operations {
  run(operation: Operation): Promise<Outcome>;
  stop(): Promise<void>;
}

export interface OperationsOptions {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly maxTokens: number;
  readonly formatError: (error: unknown, requestId: string) => GraphQLFormattedError;
  readonly log: Logger;
}

/** Parses, validates and executes through Apollo Server, which knows nothing of HTTP here. */
export async function startOperations({ schema, introspection, maxTokens, formatError, log }: OperationsOptions): Promise<Operations> {
  const apollo = new ApolloServer<GraphContext>({
    schema,
    introspection,
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    csrfPrevention: false,
    maxRecursiveSelections: 100_000,
    parseOptions: { maxLexicalTokens: maxTokens },
    persistedQueries: { cache: new PersistedQueries() },
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
      noSubscriptions,
    ],
  });
  await apollo.start();
  const byGet = { method: 'GET', headers: new HeaderMap(), search: '', body: undefined };

  return {
    stop: () => apollo.stop(),
    async run({ requestId, method, parameters: { query, operationName, variables, extensions }, context }) {
      const request = {
        ...(query !== undefined && { query }),
        ...(operationName !== undefined && { operationName }),
        ...(variables !== undefined && { variables }),
        ...(extensions !== undefined && { extensions }),
        ...(method === 'GET' && { http: byGet }),
      };
      const { body, http } = await apollo.executeOperation(request, { contextValue: context });
      if (body.kind !== 'single') throw new Error('An incremental answer, which no directive of the schema asks for.');
      const { data, errors } = body.singleResult;
      const answerExtensions = context.answerExtensions();
      const safe = errors && safeErrors(errors as GraphQLError[], { schema, variables, maxTokens, hideSuggestions: !introspection });
      return {
        ...(safe && { errors: safe.map((error) => formatError(error, requestId)) }),
        ...(data !== undefined && { data }),
        ...(answerExtensions && { extensions: answerExtensions }),
        wrongMethod: http.status === 405,
      };
    },
  };
}

const noSubscriptions: ApolloServerPlugin<GraphContext> = {
  requestDidStart: () => subscriptionRefused,
};

const subscriptionRefused = Promise.resolve({
  didResolveOperation: ({ operation }: { operation?: { operation: string } }) =>
    operation?.operation === 'subscription'
      ? Promise.reject(new GraphQLError('There are no subscriptions here.', { extensions: { code: 'BAD_USER_INPUT' } }))
      : done,
});
const done = Promise.resolve();
