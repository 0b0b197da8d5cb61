/* Starts the program: puts the stages together from the settings, in the order in which they depend on each other. */

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { ConfigError, type Config, type ServiceAddress } from '../config/config.js';
import { messagePattern } from '../config/message-pattern.js';
import { keysOfOtherActivities } from '../config/rules.js';
import { connect } from './connect.js';
import { sandboxService } from './sandbox-service.js';
import { atMostOnceWrites, contextFactory } from './context-factory.js';
import { ContentCache } from '../domain/reads/content-cache.js';
import { CheckInFeeds } from '../domain/check-in-events/check-in-feeds.js';
import { LocalChannels } from '../domain/channels/channels.js';
import { memoryOutcomes } from '../domain/at-most-once/memory-outcomes.js';
import type { OutcomeStore } from '../domain/at-most-once/outcome-store.js';
import { sealUnder } from '../domain/at-most-once/seal.js';
import { sealedOutcomes } from '../domain/at-most-once/sealed-outcomes.js';
import { exampleOperations } from '../server/explorer/example-operations.js';
import { createErrorFormat } from '../graph/errors/error-format.js';
import { operationCheck } from '../graph/cost/operation-limits.js';
import { createSubgraph } from '../graph/schema.js';
import { ownScopes } from '../model/bound/bound-scopes.js';
import type { ObserveCall } from '../transport/observation.js';
import { boundOperations } from './bound-operations.js';
import { OpenResources } from './open-resources.js';
import { connectReplicas } from './replicas.js';
import { trustedDocuments } from './trusted-documents.js';
import { openStateFile } from './state-file.js';
import type { SharedByWorkers } from './workers/shared-by-workers.js';
import { sandboxNotFoundPattern } from '../sandbox/sandbox.js';
import { openAudit, type OpenAudit } from '../server/telemetry/audit-log.js';
import { createAuthenticate } from '../server/authentication/authentication.js';
import { unexpectedErrorFields } from '../server/telemetry/error-fields.js';
import { createMetrics } from '../server/telemetry/metrics.js';
import { ServiceLog } from '../server/telemetry/service-log.js';
import { signingFailureLog } from '../server/telemetry/signing-failure-log.js';
import { openTraces, TracesUnavailableError, type Traces } from '../server/telemetry/traces.js';
import { startServer } from '../server/server.js';

/** The program while it runs. */
export interface RunningProgram {
  /** The address of the graph, such as http://127.0.0.1:4000. */
  readonly url: string;
  readonly adminUrl: string;
  /** Completes the requests in progress, then closes everything. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the program in this process. If a part fails to start, the parts that were opened before it are closed.
 * @param shared what this process has in common with others that serve the same ports. Default: it is alone
 * @throws Error with the cause
 */
export async function start(config: Config, log: Logger, shared?: SharedByWorkers): Promise<RunningProgram> {
  const opened = new OpenResources();
  try {
    const { url, adminUrl } = await assemble(config, log, opened, shared);
    return { url, adminUrl, close: () => opened.close() };
  } catch (error) {
    await opened.close().catch(() => {});
    throw error;
  }
}

/** Constructs the stages in order: service, reads and writes, graph, server. */
async function assemble(config: Config, log: Logger, opened: OpenResources, shared?: SharedByWorkers) {
  const operations = boundOperations(config);
  const audit = opened.add(auditOf(config.auditLog, log, shared?.worker));
  const traces = config.traces && opened.add(await tracesOf(config.traces, log));
  const ownMetrics = createMetrics();
  const metrics = shared?.sumWith(ownMetrics) ?? ownMetrics;
  const sandbox = config.live || shared ? null : opened.add(await sandboxService(config.sandbox));
  const address = config.live ?? shared?.sandboxService ?? sandbox!;
  const unserved = keysOfOtherActivities(config.auth.apiKeys, address.activityIds);
  if (unserved.length > 0) throw new ConfigError(unserved);
  const onCircuitChange = (endpointPath: string, isOpen: boolean) =>
    isOpen
      ? log.warn(
          { operation: endpointPath },
          'The circuit of this operation is open: it keeps failing, so calls are refused except for a probe every few seconds',
        )
      : log.info({ operation: endpointPath }, 'The circuit of this operation is closed: the event service replies again');
  const notFoundPattern =
    config.service.notFoundPattern ?? (config.live ? null : messagePattern({ source: sandboxNotFoundPattern, flags: '' })!);
  const serviceLog = new ServiceLog({
    log,
    now: () => performance.now(),
    after: (ms, callback) => void setTimeout(callback, ms).unref(),
    notFoundPattern,
  });
  const onCall: ObserveCall = (endpointPath, outcome, seconds, error) => {
    metrics.upstreamCall(endpointPath, outcome, seconds);
    serviceLog.observe(endpointPath, outcome, error);
  };
  // Opened before the service, so that it is closed after the last write.
  const replicas = config.redis && opened.add(await connectReplicas(config.redis, address.privateKey, log, metrics.redis.countOutage));
  if (replicas) metrics.redis.setState(replicas);
  const observers = {
    onCall,
    onCircuitChange,
    onSigningFailure: signingFailureLog(log, () => performance.now()),
    tracer: traces?.attempts,
  };
  const service = opened.add(await connect(address, config.service, observers));
  metrics.setServiceState(service);
  const reader = config.contentCache ? new ContentCache(service.reader, config.contentCache, () => performance.now()) : service.reader;
  const outcomes =
    replicas?.outcomes ??
    (shared ? sealedOutcomes(shared.rows, sealUnder(address.privateKey)) : opened.add(outcomeStore(config.stateFile, address.privateKey)));
  const writes = atMostOnceWrites(outcomes, address.privateKey);
  const checkInFeeds = new CheckInFeeds({
    channels: replicas?.channels ?? shared?.channels ?? new LocalChannels(),
    attendeeAt: config.checkInHook.attendeeAt,
    newId: randomUUID,
    now: Date.now,
    onTooSlow: metrics.countSlowCheckInSubscriber,
  });
  const createContext = contextFactory(
    { call: service.call, reader },
    writes,
    {
      service: {
        ...config.service,
        notFoundPattern,
      },
      upstreamReport: config.graph.upstreamReport,
      maxUpstreamCalls: config.limits.maxUpstreamCalls,
      activityIds: address.activityIds,
      baseUrl: address.url,
      newWait: replicas?.newWait,
      operations,
      checkInFeeds,
    },
    opened,
  );
  const { maxPageSize } = config.service;
  const { schema } = createSubgraph({ ...config.graph, maxPageSize, operations });
  const check = operationCheck(config.limits, { schema, maxPageSize, defaultActivityId: address.activityIds[0]! });
  const trusted = trustedDocuments(config.trustedDocuments, { schema, check, ...config.server }, log);
  const server = await startServer({
    schema,
    createContext,
    check,
    ...(trusted && { trusted }),
    formatError: createErrorFormat({
      newErrorId: randomUUID,
      report: ({ errorId, requestId, error }) => log.error({ errorId, requestId, ...unexpectedErrorFields(error) }, 'Unexpected error'),
    }),
    authenticate: createAuthenticate(config.auth, log, ownScopes(operations.operations)),
    metrics,
    config: config.server,
    log,
    audit: audit.sink,
    traces,
    sharedBuckets: replicas?.buckets ?? shared?.buckets ?? null,
    ...(shared && { whenListening: shared.whenListening }),
    checkInHook: {
      secrets: config.checkInHook.secrets,
      activityIds: address.activityIds,
      receive: (activityId, payload) => checkInFeeds.publish(activityId, payload),
    },
    explorer: {
      examples: config.server.explorer === 'off' ? [] : exampleOperations(config.operationsFile),
      authenticated: !config.auth.open,
    },
  });
  sandbox?.runLiveEvent(log, server.url, config.checkInHook);
  return opened.add(server);
}

/** @throws ConfigError where the file of AUDIT_LOG cannot be written. */
function auditOf(target: string, log: Logger, worker: number | undefined): OpenAudit {
  try {
    return openAudit(target, log, worker);
  } catch (cause) {
    const expected = 'expected log, off, or the path of a regular file that this user may write to and owns; the file cannot be opened';
    throw new ConfigError([{ setting: 'AUDIT_LOG', expected }], { cause });
  }
}

/** @throws ConfigError where the optional packages are not installed. */
async function tracesOf(settings: NonNullable<Config['traces']>, log: Logger): Promise<Traces> {
  try {
    return await openTraces(settings, log, () => performance.now());
  } catch (cause) {
    if (!(cause instanceof TracesUnavailableError)) throw cause;
    const expected =
      'needs the packages @opentelemetry/*, which are optional dependencies and not installed; npm ci installs them without --omit=optional';
    throw new ConfigError([{ setting: 'OTEL_EXPORTER_OTLP_ENDPOINT', expected }], { cause });
  }
}

const outcomeStore = (file: string | null, privateKey: ServiceAddress['privateKey']): OutcomeStore =>
  file === null ? memoryOutcomes(Date.now) : sealedOutcomes(openStateFile(file), sealUnder(privateKey));
