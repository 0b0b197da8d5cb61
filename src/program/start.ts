/* Starts the program: puts its parts together from the settings, in the order in which they depend on each other. */

import { randomUUID } from 'node:crypto';
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { badSetting, ConfigError, configErrorExitCode } from '../config/environment.js';
import { keysOfOtherActivities } from '../config/rules.js';
import { AtMostOnceWrites } from '../domain/at-most-once/at-most-once-writes.js';
import type { Channels } from '../domain/channels.js';
import { CheckInFeeds } from '../domain/check-ins.js';
import { ContentCache } from '../domain/shared-reads.js';
import { createErrorFormat } from '../graph/format-error.js';
import { createSubgraph } from '../graph/schema/schema.js';
import { namesByBareName } from '../graph/type-names.js';
import { withOpenResources, type OpenResources } from '../primitives/open-resources.js';
import { within } from '../primitives/waiting.js';
import type { FactsByActivity } from '../records/activity-facts.js';
import { UpstreamRejectedError } from '../records/errors.js';
import { operationScopes } from '../records/operations-file.js';
import { startSandbox, type Sandbox } from '../sandbox/sandbox.js';
import { createAuthenticate, isGatewayOnly } from '../server/authentication/authentication.js';
import { exampleOperations } from '../server/explorer/example-operations.js';
import { startServer, type ListeningAddresses, type RunningServer } from '../server/server.js';
import { openAudit } from '../server/telemetry/audit-lines.js';
import { createLog, unexpectedErrorFields, type Log } from '../server/telemetry/log.js';
import { createMetrics, type Metrics } from '../server/telemetry/metrics.js';
import { ServiceLog } from '../server/telemetry/service-log.js';
import { openTraces, type Traces } from '../server/telemetry/traces.js';
import { LocalChannels } from '../storage/channels.js';
import { createKeyedDigest } from '../storage/seal.js';
import { StateFileError } from '../storage/sqlite/state-file.js';
import { connectToService, type ServiceObservers } from './connect-to-service.js';
import { createContextFactory } from './context-factory.js';
import { asAuditSetting, loadTrustedDocuments, readNamedFiles } from './files.js';
import { runChanges, sandboxAccount } from './sandbox-service.js';
import { openStores } from './stores.js';

/** The parts that one of several workers shares with the others, through their parent. */
export interface WorkerParts {
  readonly id: number;
  /** The sandbox, which runs in the parent; null for a live service. */
  readonly sandbox: Pick<Sandbox, 'url' | 'activities'> | null;
  readonly channels: Channels;
  /** Adds this worker's metrics to the sum. @returns metrics whose text is the sum */
  readonly sumWith: (own: Metrics) => Metrics;
  /** Resolves when all workers listen. */
  readonly onListening: (at: ListeningAddresses) => Promise<void>;
}

/**
 * Creates the log of this process, which also ends the process after an uncaught error, because its state is unknown then.
 * Unhandled rejections are uncaught errors too.
 * @param worker the number of the worker that this process is
 */
export function openLog({ log: settings, service }: Config, worker?: number): Log {
  const log = createLog({ ...settings, secretHeaders: [service.authHeader], ...(worker !== undefined && { worker }) });
  process.on('uncaughtException', (error) => {
    log.fatal(unexpectedErrorFields(error), `An unexpected error ended ${worker === undefined ? 'the program' : 'a worker'}`);
    process.exit(1);
  });
  return log;
}

/**
 * Starts the program in this process: a server that closes the other parts with itself. If a part fails to start, the parts that were
 * opened before it are closed.
 * @param worker the parts of a program that is one of several workers; by default it is alone
 * @throws ConfigError where files, packages or addresses that settings name cannot be used, or another Error with the cause
 */
export function start(config: Config, log: Log, worker?: WorkerParts): Promise<RunningServer> {
  // For the keys of tokens, Redis and traces, which may be far away too. A connection to Redis must open within a second.
  setDefaultAutoSelectFamilyAttemptTimeout(500);
  return withOpenResources(async (opened) => ({ ...(await assemble(config, log, opened, worker)), close: () => opened.close() }));
}

/** @param opened receives the parts in this order, each after those that it uses. They are closed in the reverse order */
async function assemble(config: Config, log: Log, opened: OpenResources, worker?: WorkerParts): Promise<RunningServer> {
  const files = await readNamedFiles(config);
  const { operations } = files;
  const telemetry = await openTelemetry(config, log, opened, worker);
  const { metrics, serviceLog } = telemetry;

  const sandbox = config.liveAccount || worker ? null : opened.add(await startSandbox({ seed: config.sandbox.seed }));
  const { account, activityFacts } = accountOf(config, worker?.sandbox ?? sandbox, files.activityFacts);
  const { activityIds } = account;

  // Writes record their outcomes until their calls have ended, so the stores are opened before the service and closed after it.
  const stores = opened.add(await openStores(config, account.privateKey, log, metrics));
  const writes = new AtMostOnceWrites({ store: stores.outcomes, digest: createKeyedDigest(account.privateKey), now: Date.now });
  const observers = observersOf(config, log, telemetry);
  const service = opened.add(await connectToService(account, config.service, observers, activityFacts));
  metrics.sources.service = service;
  const reader = config.contentCache ? new ContentCache(service.reader, config.contentCache, () => performance.now()) : service.reader;

  const { maxPageSize, maxIds } = config.service;
  const checkInFeeds = new CheckInFeeds({
    channels: stores.channels ?? worker?.channels ?? new LocalChannels(),
    attendeeAt: config.checkInHook.attendeeAt,
    newId: randomUUID,
    now: Date.now,
    onReceived: (activityId) => service.generations.beginNext(activityId),
    onTooSlow: metrics.countSlowCheckInSubscriber,
  });
  const createContext = createContextFactory(
    { call: service.call, reader, generations: service.generations },
    writes,
    {
      account,
      attendeeRules: config.service,
      upstreamReport: config.graph.upstreamReport,
      maxUpstreamCalls: config.limits.maxUpstreamCalls,
      storeWaitMs: config.redis?.timeoutMs,
      operations,
      activityFacts,
      checkInFeeds,
    },
    opened,
  );
  const { schema } = createSubgraph({ ...config.graph, gatewayOnly: isGatewayOnly(config.auth), maxPageSize, operations });

  const server = await startServer({
    schema,
    createContext,
    limits: { ...config.limits, maxBodyBytes: config.server.maxBodyBytes, maxPageSize, maxIds, activityIds },
    loadTrustedDocuments: (prepare) => loadTrustedDocuments(files.trustedDocuments, config.trustedDocuments, prepare, log),
    trustedDocumentsMode: config.trustedDocuments.mode,
    formatError: createErrorFormat({
      newErrorId: randomUUID,
      report: ({ errorId, requestId, error }) => log.error({ errorId, requestId, ...unexpectedErrorFields(error) }, 'Unexpected error'),
      onInvalidValue: (error) => {
        metrics.countInvalidValue(error.operation);
        serviceLog.invalidValue(error);
      },
    }),
    authenticate: createAuthenticate(config.auth, log, () => performance.now(), operationScopes(operations.bindings)),
    metrics,
    settings: config.server,
    log,
    audit: telemetry.audit,
    traces: telemetry.traces,
    bucketStore: stores.buckets,
    ...(worker && { onListening: worker.onListening }),
    waitForWrites: async (maxMs) => {
      await within(maxMs, writes.settled(), () => {});
      // The operations of these writes still have to learn the outcomes.
      await nextTurn();
    },
    checkInHook: {
      secrets: config.checkInHook.secrets,
      activityIds,
      receive: (activityId, payload) => checkInFeeds.publish(activityId, payload),
    },
    explorerContent: {
      examples: config.server.explorer === 'off' ? [] : exampleOperations(config.operationsFile, namesByBareName(schema)),
      authenticated: config.auth.required,
    },
  });
  if (sandbox) runChanges(sandbox, config, server.url);
  return opened.add(server);
}

/** The metrics, audit and traces of the program, and the log of the event service's failures. */
type Telemetry = Awaited<ReturnType<typeof openTelemetry>>;

async function openTelemetry(config: Config, log: Log, opened: OpenResources, worker: WorkerParts | undefined) {
  const ownMetrics = createMetrics();
  const metrics = worker?.sumWith(ownMetrics) ?? ownMetrics;
  const audit = opened.add(asAuditSetting(() => openAudit(config.auditLog, log, metrics.countLostAuditLines, worker?.id)));
  const traces = config.traces && opened.add(await tracesOf(config.traces, log));
  return { metrics, audit: audit.sink, traces, serviceLog: new ServiceLog(log, () => performance.now()) };
}

/**
 * Returns the account at the event service, and what is known of its activities.
 * @param sandbox the sandbox of this process, or of the parent of the workers; null for a live service
 * @throws ConfigError for a key of an activity that is not served
 */
function accountOf(config: Config, sandbox: WorkerParts['sandbox'], factsOfFile: FactsByActivity) {
  const account = config.liveAccount ?? sandboxAccount(sandbox!.url);
  const unserved = keysOfOtherActivities(config.auth.apiKeys, account.activityIds);
  if (unserved.length > 0) throw new ConfigError(unserved.map((expected) => ({ setting: 'AUTH_API_KEYS', expected })));
  return { account, activityFacts: { ...sandbox?.activities, ...factsOfFile } };
}

/** The observers of calls to the service: the metrics, the log and traces. To them, a lookup without a match is an accepted call. */
function observersOf({ service }: Config, log: Logger, { metrics, serviceLog, traces }: Telemetry): ServiceObservers {
  return {
    onAttemptEnd: (endpointPath, attempted, seconds, error) => {
      const outcome = UpstreamRejectedError.matches(error, service.notFoundPattern) ? 'ok' : attempted;
      metrics.upstreamAttempt(endpointPath, outcome, seconds);
      serviceLog.observe(endpointPath, outcome, error);
    },
    onCircuitChange: (endpointPath, isOpen) =>
      isOpen
        ? log.warn(
            { operation: endpointPath },
            'The circuit of this path is open: its calls keep failing, so they are refused except for a probe every few seconds',
          )
        : log.info({ operation: endpointPath }, 'The circuit of this path is closed: the event service replies again'),
    onTextAround: serviceLog.textAround,
    onSigningFailure: serviceLog.signingFailed,
    tracer: traces?.attempts,
  };
}

/** Opens the exporter of traces. @throws ConfigError where its packages are not installed */
const tracesOf = (settings: NonNullable<Config['traces']>, log: Logger): Promise<Traces> =>
  openTraces(settings, log).catch((cause: unknown) => {
    const expected =
      'needs the packages @opentelemetry/*, which are optional dependencies and not installed; npm ci installs them without --omit=optional';
    throw badSetting('OTEL_EXPORTER_OTLP_ENDPOINT', expected, cause);
  });

/** The program cannot start, or cannot go on. The message is for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}

/** Returns the error that ends the program, for an error at the start. */
export function startError(error: unknown, server: Pick<Config['server'], 'port'>): StartError {
  if (error instanceof StartError) return error;
  const bad = error instanceof StateFileError ? badSetting('STATE_FILE', error.message) : error;
  if (bad instanceof ConfigError) return new StartError(bad.message, configErrorExitCode);
  const { code, port, message = 'unknown reason' } = error as Partial<NodeJS.ErrnoException & { readonly port: number }>;
  const setting = port === server.port ? 'PORT' : 'ADMIN_PORT';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError('Cannot listen: HOST or ADMIN_HOST is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.', 1);
  if (code === 'EADDRINUSE')
    return new StartError(`Cannot listen: port ${port} is taken. Set ${setting} to a free one, or to 0 for any.`, 1);
  if (code === 'EACCES')
    return new StartError(`Cannot listen: port ${port} is not allowed to this user. Set ${setting} to one above 1023.`, 1);
  return new StartError(`Cannot start: ${message}`, 1);
}
