/* The HTTP server: the listeners of the graph's port and of the admin port. */

import { randomBytes } from 'node:crypto';
import type { Authenticate } from './authentication/authentication.js';
import { createGraphPort, type OptionalRoutes } from './graph-port.js';
import { createReadyz, healthz } from './http/health.js';
import { originOf, startListener, type ListenerOptions } from './http/listener.js';
import { createRouter } from './http/router.js';
import { startRuntime, type RuntimeOptions } from './runtime.js';
import { createLogAudit, type AuditSink } from './telemetry/audit/audit-log.js';
import { createAuditedAuthentication } from './telemetry/audit/audited-authentication.js';
import { peerErrorFields } from './telemetry/log/error-fields.js';
import { createNameForLog } from './telemetry/log/operation-name.js';
import { createMetricsHandler } from './telemetry/metrics/metrics-handler.js';

export interface ServerOptions extends RuntimeOptions, OptionalRoutes {
  readonly authenticate: Authenticate;
  /** Receives audit lines. Omitted: they are written to the log. */
  readonly audit?: AuditSink;
  /** Timeouts of connections on the graph's port. */
  readonly timeouts?: NonNullable<ListenerOptions['timeouts']>;
  /** Called when both ports accept requests. /readyz is 200 once it resolves, or immediately if it is omitted. */
  readonly onListening?: (origins: { readonly url: string; readonly adminUrl: string }) => Promise<void>;
  /** Waits, at most so long, for writes that continue although their clients have disconnected. Their outcomes are audited afterwards. */
  readonly waitForWrites?: (maxMs: number) => Promise<void>;
}

export interface RunningServer {
  /** Origin of the graph's port, such as http://127.0.0.1:4000. */
  readonly url: string;
  readonly adminUrl: string;
  /**
   * Drains the server: /readyz returns 503, new connections are refused, and operations in progress get `shutdownGraceMs` to
   * finish, writes of disconnected clients included. The admin port stays open until the end. Further calls return the same promise.
   */
  close(): Promise<void>;
}

/**
 * Starts the listeners of both ports. They accept requests when the promise resolves; graph-port.ts has the routes of the graph's port.
 * If a part fails to start, the parts that were started before it are ended.
 * @throws Error if a port is taken
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { formatError, metrics, settings, log, audit = createLogAudit(log) } = options;
  const { maxBodyBytes, maxConnections } = settings;
  const authentication = createAuditedAuthentication(options.authenticate, audit);
  const nameForLog = createNameForLog(randomBytes(32));
  const readiness = { ready: false };
  const health = { '/healthz': healthz, '/readyz': createReadyz(readiness) };
  const onError = (error: Error) => log.error(peerErrorFields(error), 'A connection could not be accepted');
  /** How the started parts end, in the order of their start. */
  const ends: ((graceMs: number) => Promise<void>)[] = [];
  const end = async (graceMs: number) => {
    for (const endPart of ends.toReversed()) await endPart(graceMs);
  };
  try {
    const adminRoutes = { ...health, '/metrics': createMetricsHandler(metrics) };
    const admin = await startListener({ ...settings.admin, maxBodyBytes, handle: createRouter(adminRoutes, formatError), onError });
    ends.push(() => admin.close(0));

    const runtime = await startRuntime(options, audit, nameForLog);
    ends.push(async () => {
      await runtime.stop();
      authentication.flush();
    });

    const graphPort = createGraphPort({ ...options, authentication, runtime, nameForLog, health });
    const main = await startListener({
      host: settings.host,
      port: settings.port,
      maxBodyBytes,
      maxConnections,
      ...(options.timeouts && { timeouts: options.timeouts }),
      handle: graphPort.handle,
      onWebSocket: graphPort.onWebSocket,
      onResponse: graphPort.onResponse,
      onError,
    });
    ends.push(async (graceMs) => {
      readiness.ready = false;
      graphPort.endSubscriptions();
      const deadline = performance.now() + graceMs;
      await main.close(graceMs);
      await options.waitForWrites?.(Math.max(0, deadline - performance.now()));
    });
    if (settings.cors.own) graphPort.allowOrigins([main.origin, originOf('localhost', main.port)]);
    await options.onListening?.({ url: main.origin, adminUrl: admin.origin });
    readiness.ready = true;

    let closed: Promise<void> | undefined;
    return { url: main.origin, adminUrl: admin.origin, close: () => (closed ??= end(settings.shutdownGraceMs)) };
  } catch (error) {
    await end(0).catch(() => {});
    throw error;
  }
}
