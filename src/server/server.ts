import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { CreateContext } from '../graph/context.js';
import type { Authenticate } from './authentication.js';
import { createCors } from './cors.js';
import { createExplorer } from './explorer.js';
import { createGraphqlHandler } from './graphql-handler.js';
import { healthz, readyz } from './health.js';
import { listen } from './listener.js';
import { logAnswer } from './log.js';
import { startOperations } from './operations.js';
import { createRouter } from './router.js';
import type { ServerSettings } from './settings.js';

export interface ServerOptions {
  readonly schema: GraphQLSchema;
  readonly createContext: CreateContext;
  /** Makes an error ready to be sent. It is given each GraphQLError of an answer, its message already safe, or what broke a request as a whole. */
  readonly formatError: (error: unknown, requestId: string) => GraphQLFormattedError;
  readonly authenticate: Authenticate;
  readonly config: ServerSettings;
  readonly log: Logger;
  /** What the explorer shows at first. */
  readonly defaultQueries?: readonly string[];
}

export interface RunningServer {
  /** Of the graph's server, such as http://127.0.0.1:4000. */
  readonly url: string;
  readonly adminUrl: string;
  /** Drains: not ready first, then no new connections; operations under way finish, up to the grace; the admin port answers to the end. */
  close(): Promise<void>;
}

/** Listens on both ports; ready when it resolves. @throws when a port is taken */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { schema, createContext, formatError, authenticate, config, log } = options;
  const readiness = { ready: false };
  const health = { '/healthz': healthz, '/readyz': readyz(readiness) };
  const { maxBodyBytes } = config;
  const admin = await listen({ ...config.admin, maxBodyBytes, handle: createRouter(health, formatError) });
  try {
    const operations = await startOperations({ schema, introspection: config.introspection, maxTokens: config.maxTokens, formatError, log });
    const origins = new Set(config.cors.origins);
    const routes = {
      ...health,
      '/': createExplorer(config.explorer, 'Event Graph', options.defaultQueries),
      '/graphql': createGraphqlHandler({ authenticate, createContext, operations, formatError, requestTimeoutMs: config.requestTimeoutMs }),
    };
    const main = await listen({
      host: config.host,
      port: config.port,
      maxBodyBytes,
      handle: createRouter(routes, formatError, createCors(origins)),
      onAnswered: logAnswer(log),
    });
    if (config.cors.own) for (const origin of [main.origin, `http://localhost:${main.port}`]) origins.add(origin);
    readiness.ready = true;

    const drain = async () => {
      readiness.ready = false;
      await main.close(config.shutdownGraceMs);
      await operations.stop();
      await admin.close(0);
    };
    let closed: Promise<void> | undefined;
    return { url: main.origin, adminUrl: admin.origin, close: () => (closed ??= drain()) };
  } catch (error) {
    await admin.close(0);
    throw error;
  }
}
