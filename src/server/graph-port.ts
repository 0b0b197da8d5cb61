/* The port of the graph: its routes and its WebSockets. */

import { setMaxListeners } from 'node:events';
import type { ExplorerContent } from './explorer/explorer-content.js';
import { createExplorer } from './explorer/explorer.js';
import { withExplorer } from './explorer/with-explorer.js';
import { createIsAllowedHost, withAllowedHosts } from './http/allowed-hosts.js';
import { createCors } from './http/cors.js';
import type { HttpHandler } from './http/handler.js';
import type { ListenerOptions } from './http/listener.js';
import { createFindRoute, createRouter } from './http/router.js';
import { createGraphqlHandlers, type StreamSubscription } from './operations/run.js';
import type { Runtime, RuntimeOptions } from './runtime.js';
import { checkInHookPath, createCheckInHook, type CheckInHook } from './subscriptions/check-in-hook.js';
import { createStreamSubscription } from './subscriptions/event-stream.js';
import { SubscriptionSlots } from './subscriptions/subscription-slots.js';
import { createStartSubscription } from './subscriptions/subscriptions.js';
import { createWebSockets } from './subscriptions/web-socket.js';
import type { AuditedAuthentication } from './telemetry/audit/audited-authentication.js';
import { createLogResponse } from './telemetry/log/log.js';
import type { NameForLog } from './telemetry/log/operation-name.js';

/** What the optional routes need. */
export interface OptionalRoutes {
  readonly explorerContent?: ExplorerContent;
  /** The settings of the check-in push. Omitted: its address does not exist. */
  readonly checkInHook?: CheckInHook;
}

export interface GraphPortOptions extends RuntimeOptions, OptionalRoutes {
  readonly authentication: AuditedAuthentication;
  readonly runtime: Runtime;
  readonly nameForLog: NameForLog;
  /** The handlers of health checks, by path. */
  readonly health: Readonly<Record<string, HttpHandler>>;
}

/** The parts of the listener of the graph's port. */
export interface GraphPort extends Required<Pick<ListenerOptions, 'handle' | 'onWebSocket' | 'onResponse'>> {
  /** Lets pages of further origins read responses and connect. */
  readonly allowOrigins: (origins: readonly string[]) => void;
  /** Ends event streams and WebSockets, and accepts no new ones. */
  readonly endSubscriptions: () => void;
}

/**
 * Creates the handlers of the graph's port.
 *
 *     listener ─┬─ HTTP: allowed hosts → CORS → router ─┬─ /graphql          → authentication → operations, subscriptions as events
 *               │                                       ├─ /graphql/stream   → the same, as events only
 *               │                                       ├─ /hooks/check-in/… → secret of the hook → subscriptions
 *               │                                       ├─ /                 → explorer
 *               │                                       └─ /healthz, /readyz
 *               └─ WebSocket at /graphql → allowed hosts, origins ─────────→ authentication → subscriptions
 */
export function createGraphPort(options: GraphPortOptions): GraphPort {
  const { settings, metrics, log, nameForLog, formatError, health } = options;
  const { authenticate } = options.authentication;
  const startSubscription = createStartSubscription(options.runtime);
  const slots = new SubscriptionSlots();
  const draining = new AbortController();
  setMaxListeners(0, draining.signal);
  const origins = new Set(settings.cors.origins);
  const isAllowedHost = createIsAllowedHost(settings.allowedHosts);
  const webSockets = createWebSockets({
    startSubscription,
    responseErrors: options.runtime.responseErrors,
    authenticate,
    origins,
    isAllowedHost,
    slots,
    maxMessageBytes: settings.maxBodyBytes,
    maxMessageValues: settings.maxBodyValues,
    now: Date.now,
    log,
    nameForLog,
  });
  const routes = routesOf(options, createStreamSubscription({ startSubscription, slots, draining: draining.signal, now: Date.now }));
  const findRoute = createFindRoute(routes);
  const logResponse = createLogResponse(log, nameForLog, (path) => findRoute(path)?.path ?? null);
  return {
    handle: withAllowedHosts(createRouter(routes, formatError, createCors(origins)), isAllowedHost, new Set(Object.keys(health))),
    onWebSocket: webSockets.onWebSocket,
    onResponse: (request, status, ms) => {
      metrics.countResponse(status);
      logResponse(request, status, ms);
    },
    allowOrigins: (added) => {
      for (const origin of added) origins.add(origin);
    },
    endSubscriptions: () => {
      draining.abort();
      webSockets.close();
    },
  };
}

/** Returns the handlers by path. */
function routesOf(options: GraphPortOptions, streamSubscription: StreamSubscription): Readonly<Record<string, HttpHandler>> {
  const { settings, metrics, checkInHook, runtime } = options;
  const { maxBodyValues } = settings;
  const { authenticate, recordRefusal } = options.authentication;
  const { graphql, stream } = createGraphqlHandlers({ runtime, authenticate, streamSubscription });
  const hookObservers = { onUnauthenticated: recordRefusal, onCheckIn: metrics.countCheckIn };
  return {
    ...options.health,
    ...(settings.explorer !== 'off' && { '/': createExplorer(settings.explorer, 'Event Graph', options.explorerContent) }),
    '/graphql': settings.explorer === 'off' ? graphql : withExplorer(graphql),
    '/graphql/stream': stream,
    ...(checkInHook &&
      checkInHook.secrets.length > 0 && { [checkInHookPath]: createCheckInHook(checkInHook, maxBodyValues, hookObservers) }),
  };
}
