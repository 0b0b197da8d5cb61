/*
 * The HTTP server: the graph's port and the admin port.
 *
 *     graph's port ─┬─ HTTP: allowed hosts, CORS, path ──────┬─ /graphql          → authentication → operations, subscriptions as events
 *                   │                                       ├─ /graphql/stream   → the same, as events by default
 *                   │                                       ├─ /hooks/check-in/… → secret of the hook → subscriptions
 *                   │                                       ├─ /, /graphiql.js   → explorer
 *                   │                                       └─ /healthz, /readyz
 *                   └─ WebSocket at /graphql → allowed hosts, origins ─────────→ authentication → subscriptions
 *     admin port ──── HTTP: path ─── /metrics, /healthz, /readyz
 */

import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { GraphQLFormattedError } from 'graphql';
import { withOpenResources } from '../primitives/open-resources.js';
import { memoized } from '../primitives/values.js';
import { createServerDependencies, type ServerDependencies, type ServerDependencyOptions } from './dependencies.js';
import { createExplorer, withExplorer } from './explorer/explorer.js';
import type { ExplorerContent } from './explorer/pages.js';
import { listenerTimeouts, startListener, type ListenerOptions, type ListenerTimeouts } from './http/listener.js';
import { applicationJson, eventStream, graphqlResponse } from './http/media-type.js';
import { AllowedOrigins, createIsAllowedHost, hostNotAllowed, preflight, withOrigin, type IsAllowedHost } from './http/origins.js';
import { readOnly, type HttpHandler, type Routes } from './http/request.js';
import { HttpError, type HttpResponse } from './http/response.js';
import { createGraphqlHandler } from './operations/handle.js';
import type { FormatError } from './operations/request-errors.js';
import { checkInHookPath, createCheckInHook, type CheckInHook } from './subscriptions/check-in-hook.js';
import { createStreamSubscription, createStartOperation } from './subscriptions/subscriptions.js';
import { createAcceptWebSocket } from './subscriptions/web-socket.js';
import { logAccess, peerErrorFields } from './telemetry/log.js';

export interface ServerOptions extends ServerDependencyOptions {
  readonly explorerContent: ExplorerContent;
  readonly checkInHook: CheckInHook;
  /** Timeouts of connections on the graph's port. Omitted: `KEEP_ALIVE_TIMEOUT_MS` and `listenerTimeouts` apply. */
  readonly timeouts?: ListenerTimeouts;
  /** Called when both ports accept requests. /readyz is 200 once it resolves, or immediately if it is omitted. */
  readonly onListening?: (at: ListeningAddresses) => Promise<void>;
  /** Waits, at most so long, for writes that continue although their clients have disconnected. Their outcomes are audited afterwards. */
  readonly waitForWrites: (maxMs: number) => Promise<void>;
}

/** The origins of both ports. */
export interface ListeningAddresses {
  /** That of the graph, such as http://127.0.0.1:4000. */
  readonly url: string;
  readonly adminUrl: string;
}

export interface RunningServer extends ListeningAddresses {
  /**
   * Drains the server: /readyz returns 503, and each response ends its connection. After `shutdownDelayMs` new connections are refused, and
   * operations in progress get `shutdownGraceMs` to finish, writes of disconnected clients included. The admin port stays open until
   * the end. Further calls return the same promise.
   */
  readonly close: () => Promise<void>;
}

/** Clients may leave so many responses of MAX_RESPONSE_BYTES unread together, and at least this many bytes. */
const unreadResponses = 4;
const leastUnreadLimit = 64 * 1024 * 1024;

/**
 * Starts the listeners of both ports. They accept requests when the promise resolves. If a part fails to start, the parts that were started
 * before it are ended.
 * @throws Error if a port is taken
 */
export function startServer(options: ServerOptions): Promise<RunningServer> {
  const { formatError, metrics, settings, log } = options;
  const { maxBodyBytes, maxConnections, shutdownDelayMs, shutdownGraceMs } = settings;
  const readiness = { ready: false };
  const health = healthRoutes(readiness);
  const onError = (error: Error) => log.error(peerErrorFields(error), 'A connection could not be accepted');
  return withOpenResources(async (opened) => {
    const metricsText = readOnly(async () => ({
      status: 200,
      headers: { 'content-type': metrics.contentType },
      body: await metrics.text(),
    }));
    const adminRoutes = { ...health, '/metrics': metricsText };
    const admin = await startListener({ ...settings.admin, maxBodyBytes, handle: createRouter(adminRoutes, formatError), onError });
    opened.add({ close: () => admin.close(0) });

    const dependencies = opened.add(createServerDependencies(options));

    const origins = new AllowedOrigins(settings.cors, log);
    const draining = new AbortController();
    // Each subscription listens to it.
    setMaxListeners(0, draining.signal);
    const main = await startListener({
      host: settings.host,
      port: settings.port,
      maxBodyBytes,
      maxConnections,
      maxUnreadBytes: Math.max(leastUnreadLimit, unreadResponses * settings.maxResponseBytes),
      timeouts: { ...listenerTimeouts, keepAliveTimeout: settings.keepAliveTimeoutMs, ...options.timeouts },
      ...createGraphPort(options, dependencies, health, origins, draining.signal),
      onError,
    });
    opened.add({
      close: async () => {
        draining.abort();
        const deadline = performance.now() + shutdownGraceMs;
        await main.close(shutdownGraceMs);
        await options.waitForWrites(Math.max(0, deadline - performance.now()));
      },
    });
    await options.onListening?.({ url: main.origin, adminUrl: admin.origin });
    readiness.ready = true;
    const close = memoized(async () => {
      readiness.ready = false;
      main.drain();
      if (shutdownDelayMs > 0) await setTimeout(shutdownDelayMs);
      await opened.close();
    });
    return { url: main.origin, adminUrl: admin.origin, close };
  });
}

/** Creates the handlers of the graph's port. @param draining aborts to end event streams and WebSockets, and to accept no new ones */
function createGraphPort(
  { settings, metrics, log, formatError, explorerContent, checkInHook }: ServerOptions,
  dependencies: ServerDependencies,
  health: Routes,
  origins: AllowedOrigins,
  draining: AbortSignal,
): Pick<ListenerOptions, 'handle' | 'onWebSocket' | 'onResponse' | 'onRefusal'> {
  const startOperation = createStartOperation(dependencies);
  const isAllowedHost = createIsAllowedHost(settings.allowedHosts);
  const streamSubscription = createStreamSubscription(startOperation, draining);
  const graphql = createGraphqlHandler(dependencies, streamSubscription, [applicationJson, graphqlResponse, eventStream]);
  const routes: Routes = {
    ...health,
    ...(settings.explorer !== 'off' && createExplorer(settings.explorer, explorerContent)),
    '/graphql': settings.explorer === 'off' ? graphql : withExplorer(graphql),
    '/graphql/stream': createGraphqlHandler(dependencies, streamSubscription, [eventStream, applicationJson, graphqlResponse]),
    ...(checkInHook.secrets.length > 0 && { [checkInHookPath]: createCheckInHook(checkInHook, dependencies) }),
  };
  return {
    handle: createRouter(routes, formatError, isAllowedHost, origins),
    onWebSocket: createAcceptWebSocket({ dependencies, startOperation, origins, isAllowedHost, draining, log }),
    onRefusal: metrics.countResponse,
    onResponse: (request, status, ms) => {
      metrics.countResponse(status);
      logAccess(log, request, status, ms, dependencies.nameForLog);
    },
  };
}

/**
 * Returns the handler of all requests of a port: it checks the host, selects the handler of the path, and turns every error into a response. It
 * never throws.
 * @param isAllowedHost whether a request to a host is accepted. For liveness and readiness it is not asked
 * @param origins those whose pages may read responses. Omitted: none
 */
function createRouter(
  routes: Routes,
  formatError: FormatError,
  isAllowedHost: IsAllowedHost = () => true,
  origins?: AllowedOrigins,
): HttpHandler {
  const handlers = new Map(Object.entries(routes));
  return async (request) => {
    const { host, origin } = request.headers;
    if (!healthPaths.has(request.path) && !isAllowedHost(host)) return new HttpError(421, hostNotAllowed).toResponse();
    const isAllowed = origin !== undefined && origins !== undefined && origins.has(origin);
    let response: HttpResponse;
    try {
      const path = handlers.has(request.path) ? request.path : withParameter(request.path);
      const handle = handlers.get(path);
      if (handle === undefined) throw new HttpError(404, `This path does not exist. Paths: ${Object.keys(routes).join(', ')}.`);
      request.logFields.path = path;
      const preflighted = preflight(request);
      if (preflighted !== null && origin !== undefined && !isAllowed) origins?.warnOfRefused(origin);
      response = (isAllowed ? preflighted : null) ?? (await handle(request));
    } catch (error) {
      response = (error instanceof HttpError ? error : defect(formatError(error, request.id))).toResponse();
    }
    return isAllowed ? withOrigin(origin, response) : response;
  };
}

const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Returns `/hooks/check-in/{activityId}` for `/hooks/check-in/1001`. A regular expression would take seconds for a long path that ends
 * with a slash.
 */
function withParameter(path: string): string {
  const at = path.lastIndexOf('/') + 1;
  return at === path.length ? path : `${path.slice(0, at)}{activityId}`;
}

const defect = ({ message, extensions }: GraphQLFormattedError) => new HttpError(500, message, extensions);

/**
 * Returns the routes of liveness, 200 while the process can respond at all, and of readiness, 200 if the program accepts
 * requests, 503 while it starts or drains.
 */
const healthRoutes = (state: { readonly ready: boolean }): Routes => ({
  '/healthz': readOnly(() => plain(200, 'ok')),
  '/readyz': readOnly(() => (state.ready ? plain(200, 'ready') : plain(503, 'not ready'))),
});

const plain = (status: number, text: string) => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
});
