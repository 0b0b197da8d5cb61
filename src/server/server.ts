/* The HTTP server: the listeners of the graph's port and of the admin port, with their routes. */

import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Authenticate } from './authentication/authentication.js';
import type { ExplorerContent } from './explorer/explorer-content.js';
import { createExplorer } from './explorer/explorer.js';
import { withExplorer } from './explorer/with-explorer.js';
import { createIsAllowedHost, withAllowedHosts } from './http/allowed-hosts.js';
import { createCors } from './http/cors.js';
import { createReadyz, healthz } from './http/health.js';
import { startListener, type ListenerTimeouts } from './http/listener.js';
import { createRouter } from './http/router.js';
import { createGraphqlHandler } from './operations/graphql-handler.js';
import { startRunners, type RunnerOptions } from './runners.js';
import { checkInHookPath, createCheckInHook, type CheckInHook } from './subscriptions/check-in-hook.js';
import { createEventStreamHandler } from './subscriptions/event-stream.js';
import { createWebSockets } from './subscriptions/web-socket.js';
import { createLogAudit, type AuditSink } from './telemetry/audit/audit-log.js';
import { createAuditedAuthentication } from './telemetry/audit/audited-authentication.js';
import { peerErrorFields } from './telemetry/log/error-fields.js';
import { createLogResponse } from './telemetry/log/log.js';
import { createNameForLog } from './telemetry/log/operation-name.js';
import { createMetricsHandler } from './telemetry/metrics/metrics-handler.js';

export interface ServerOptions extends RunnerOptions {
  readonly authenticate: Authenticate;
  /** Receives audit lines. Omitted: they are written to the log. */
  readonly audit?: AuditSink;
  readonly explorerContent?: ExplorerContent;
  /** The settings of the check-in push. Omitted: its address does not exist. */
  readonly checkInHook?: CheckInHook;
  /** Timeouts of connections on the graph's port. */
  readonly timeouts?: ListenerTimeouts;
  /** Called when both ports accept requests. /readyz is 200 once it resolves, or at once if it is omitted. */
  readonly onListening?: (origins: { readonly url: string; readonly adminUrl: string }) => Promise<void>;
}

export interface RunningServer {
  /** Origin of the graph's port, such as http://127.0.0.1:4000. */
  readonly url: string;
  readonly adminUrl: string;
  /**
   * Drains the server: /readyz returns 503, new connections are refused, and operations in progress get `shutdownGraceMs` to
   * finish. The admin port stays open until the end. Further calls return the same promise.
   */
  close(): Promise<void>;
}

/**
 * Starts the listeners of both ports. They accept requests when the promise resolves.
 *
 *     graph's port → listener → allowed hosts → CORS → router ─┬─ /graphql          → authentication → operations
 *                       │                                      ├─ /graphql/stream   → authentication → subscriptions
 *                       │                                      ├─ /hooks/check-in/… → secret of the hook → subscriptions
 *                       │                                      ├─ /                 → explorer
 *                       │                                      └─ /healthz, /readyz
 *                       └─ WebSocket at /graphql → allowed hosts, origins ────────→ authentication → subscriptions
 *     admin port   → listener → router ─────────────────────────── /healthz, /readyz, /metrics
 *
 * @throws Error if a port is taken
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { createContext, formatError, metrics, settings, log, audit = createLogAudit(log) } = options;
  const { authenticate, recordRefusal, flush: flushRefusals } = createAuditedAuthentication(options.authenticate, audit);
  const nameForLog = createNameForLog(randomBytes(32));
  const readiness = { ready: false };
  const health = { '/healthz': healthz, '/readyz': createReadyz(readiness) };
  const { maxBodyBytes, maxConnections, maxResponseBytes, requestTimeoutMs } = settings;
  const onError = (error: Error) => log.error(peerErrorFields(error), 'A connection could not be accepted');
  const admin = await startListener({
    ...settings.admin,
    maxBodyBytes,
    handle: createRouter({ ...health, '/metrics': createMetricsHandler(metrics) }, formatError),
    onError,
  });
  try {
    const runners = await startRunners(options, audit, nameForLog);
    const { run, storedResponse, startSubscription, responseErrors } = runners;

    const draining = new AbortController();
    setMaxListeners(0, draining.signal);
    const origins = new Set(settings.cors.origins);
    const isAllowedHost = createIsAllowedHost(settings.allowedHosts);
    const logResponse = createLogResponse(log, nameForLog);
    const checkInHook = options.checkInHook?.secrets.length ? options.checkInHook : null;
    const hookObservers = { onUnauthenticated: recordRefusal, onCheckIn: metrics.countCheckIn };
    const graphql = createGraphqlHandler({
      authenticate,
      createContext,
      storedResponse,
      run,
      formatError,
      requestTimeoutMs,
      maxResponseBytes,
      unknownDocumentStatus: options.trustedDocumentsMode === 'require' ? 400 : 200,
    });
    const routes = {
      ...health,
      ...(settings.explorer !== 'off' && { '/': createExplorer(settings.explorer, 'Event Graph', options.explorerContent) }),
      '/graphql': settings.explorer === 'off' ? graphql : withExplorer(graphql),
      '/graphql/stream': createEventStreamHandler({ startSubscription, authenticate, draining: draining.signal, now: Date.now }),
      ...(checkInHook && { [checkInHookPath]: createCheckInHook(checkInHook, hookObservers) }),
    };
    const webSockets = createWebSockets({
      startSubscription,
      responseErrors,
      authenticate,
      origins,
      isAllowedHost,
      maxMessageBytes: maxBodyBytes,
      now: Date.now,
      log,
      nameForLog,
    });

    const main = await startListener({
      host: settings.host,
      port: settings.port,
      maxBodyBytes,
      maxConnections,
      ...(options.timeouts && { timeouts: options.timeouts }),
      handle: withAllowedHosts(createRouter(routes, formatError, createCors(origins)), isAllowedHost, new Set(Object.keys(health))),
      onWebSocket: webSockets.onWebSocket,
      onError,
      onResponse: (request, status, ms) => {
        metrics.countResponse(status);
        logResponse(request, status, ms);
      },
    });
    if (settings.cors.own) for (const origin of [main.origin, `http://localhost:${main.port}`]) origins.add(origin);
    await options.onListening?.({ url: main.origin, adminUrl: admin.origin });
    readiness.ready = true;

    const drain = async () => {
      readiness.ready = false;
      draining.abort();
      webSockets.close();
      await main.close(settings.shutdownGraceMs);
      await runners.stop();
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
