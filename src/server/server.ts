import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { CreateContext } from '../graph/context.js';
import { EventLoopTurn } from '../graph/execution/event-loop-turn.js';
import { createExecute, type Execute } from '../graph/execution/execute.js';
import type { CheckOperation } from '../graph/cost/operation-limits.js';
import { allowedHosts, forAllowedHosts } from './http/allowed-hosts.js';
import { type AuditSink, auditToLog } from './telemetry/audit-line.js';
import { audited } from './telemetry/audited.js';
import { auditedAuthentication } from './telemetry/audited-authentication.js';
import type { Authenticate } from './authentication/authentication.js';
import { createCors } from './http/cors.js';
import { errorFacts } from './telemetry/defect.js';
import { createEventStreamHandler } from './subscriptions/event-stream.js';
import { createExplorer } from './explorer/explorer.js';
import type { ExplorerContent } from './explorer/explorer-content.js';
import { Subscriptions } from './subscriptions/subscriptions.js';
import { createGraphqlHandler } from './operations/graphql-handler.js';
import { healthz, metricsText, readyz } from './http/health.js';
import { listen } from './http/listener.js';
import { logResponse } from './telemetry/log.js';
import { measured } from './telemetry/measured.js';
import type { Metrics } from './telemetry/metrics.js';
import { type NameForLog, namesForLog } from './telemetry/operation-name.js';
import { type Operations, startOperations } from './operations/operations.js';
import { CallerBuckets, rateLimited } from './operations/rate-limit.js';
import { createRouter } from './http/router.js';
import type { ServerSettings } from './settings.js';
import { createWebSockets } from './subscriptions/web-socket.js';

export interface ServerOptions {
  readonly schema: GraphQLSchema;
  readonly createContext: CreateContext;
  /** Makes an error ready to be sent. It is given each GraphQLError of an answer, its message already safe, or what broke a request as a whole. */
  readonly formatError: (error: unknown, requestId: string) => GraphQLFormattedError;
  readonly authenticate: Authenticate;
  /** Throws where an operation asks for too much. */
  readonly check: CheckOperation;
  readonly metrics: Metrics;
  readonly config: ServerSettings;
  readonly log: Logger;
  /** Where audit lines go; to the log where left out. */
  readonly audit?: AuditSink;
  readonly explorer?: ExplorerContent;
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
  const { createContext, formatError, metrics, config, log, audit = auditToLog(log) } = options;
  const { authenticate, flush: flushRefusals } = auditedAuthentication(options.authenticate, audit);
  const nameForLog = namesForLog(randomBytes(32));
  const readiness = { ready: false };
  const health = { '/healthz': healthz, '/readyz': readyz(readiness) };
  const { maxBodyBytes, maxConnections } = config;
  const onError = (error: Error) => log.error(errorFacts(error), 'A connection could not be accepted');
  const admin = await listen({
    ...config.admin,
    maxBodyBytes,
    handle: createRouter({ ...health, '/metrics': metricsText(metrics) }, formatError),
    onError,
  });
  try {
    const buckets = config.rateLimit === null ? null : new CallerBuckets(config.rateLimit, () => performance.now());
    const turn = new EventLoopTurn(() => performance.now());
    const execute = createExecute(options.schema, { maxResponseBytes: config.maxResponseBytes, turn });
    const operations = await accountedOperations({ ...options, audit, nameForLog }, execute, turn, buckets);
    const feeds = new Subscriptions({ ...options, ...config, execute, buckets, audit, nameForLog });
    const ending = new AbortController();
    setMaxListeners(0, ending.signal);
    const origins = new Set(config.cors.origins);
    const isAllowedHost = allowedHosts(config.allowedHosts);
    const routes = {
      ...health,
      ...(config.explorer !== 'off' && { '/': createExplorer(config.explorer, 'Event Graph', options.explorer) }),
      '/graphql': createGraphqlHandler({ authenticate, createContext, operations, formatError, ...config }),
      '/graphql/stream': createEventStreamHandler({ feeds, authenticate, ending: ending.signal, now: Date.now }),
    };
    const webSockets = createWebSockets({ feeds, authenticate, origins, isAllowedHost, maxMessageBytes: maxBodyBytes, now: Date.now, log });
    const main = await listen({
      host: config.host,
      port: config.port,
      maxBodyBytes,
      maxConnections,
      handle: forAllowedHosts(createRouter(routes, formatError, createCors(origins)), isAllowedHost, new Set(Object.keys(health))),
      onWebSocket: webSockets.onWebSocket,
      onError,
      onResponse: (request, status, ms) => {
        metrics.answer(status);
        logResponse(log, nameForLog)(request, status, ms);
      },
    });
    if (config.cors.own) for (const origin of [main.origin, `http://localhost:${main.port}`]) origins.add(origin);
    readiness.ready = true;

    const drain = async () => {
      readiness.ready = false;
      ending.abort();
      webSockets.close();
      await main.close(config.shutdownGraceMs);
      await operations.stop();
      flushRefusals();
      await admin.close(0);
    };
    let closed: Promise<void> | undefined;
    return { url: main.origin, adminUrl: admin.origin, close: () => (closed ??= drain()) };
  } catch (error) {
    await admin.close(0);
    throw error;
  }
}

interface Audited {
  readonly audit: AuditSink;
  readonly nameForLog: NameForLog;
}

/** Operations that are counted, told of where they use personal data, and held to their caller's share. */
async function accountedOperations(
  { schema, check, formatError, metrics, config, log, audit, nameForLog }: ServerOptions & Audited,
  execute: Execute,
  turn: EventLoopTurn,
  buckets: CallerBuckets | null,
): Promise<Operations> {
  const { introspection, maxTokens } = config;
  const operations = audited(
    await startOperations({ schema, introspection, maxTokens, check, execute, turn, formatError, log }),
    audit,
    nameForLog,
  );
  return measured(buckets ? rateLimited(operations, buckets) : operations, metrics);
}
