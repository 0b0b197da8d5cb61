/* The event service as the program uses it: its address, the calls with all that observes them, the cache, and recorded writes. */

import { ConfigError, type ServiceAccount } from '../../config/config.js';
import { keysOfOtherActivities } from '../../config/contradictions.js';
import { messagePattern } from '../../config/message-pattern.js';
import type { AtMostOnceWrites } from '../../domain/activity-dependencies.js';
import type { OutcomeStore } from '../../domain/at-most-once/outcome-store.js';
import { ContentCache } from '../../domain/reads/content-cache.js';
import type { ServiceAccess } from '../../domain/reads/upstream.js';
import type { Secret } from '../../primitives/secret.js';
import type { FactsByActivity } from '../../records/activity-facts.js';
import { sandboxNotFoundPattern } from '../../sandbox/sandbox.js';
import { ServiceLog } from '../../server/telemetry/log/service-log.js';
import { createSigningFailureLog } from '../../server/telemetry/log/signing-failure-log.js';
import { createSeal } from '../../storage/rows/seal.js';
import { createSealedOutcomes } from '../../storage/rows/sealed-outcomes.js';
import { createAtMostOnceWrites } from '../at-most-once-writes.js';
import { connectToService, type ServiceObservers } from '../connect-to-service.js';
import type { ContextFactoryOptions } from '../context-factory.js';
import { openStateFile } from './open-state-file.js';
import type { ProgramOptions } from './program-options.js';
import { connectToReplicas, type Replicas } from './replicas.js';
import { startSandboxService, type SandboxService } from './sandbox-service.js';
import type { Telemetry } from './telemetry.js';

type NotFoundPattern = ContextFactoryOptions['attendeeRules']['notFoundPattern'];

export interface ProgramService {
  readonly address: ServiceAccount;
  /** What is stated of activities. */
  readonly activities: FactsByActivity;
  readonly notFoundPattern: NotFoundPattern;
  /** The endpoints of the service: calls, and reads through the cache. */
  readonly endpoints: ServiceAccess;
  readonly writes: AtMostOnceWrites;
  /** The state that replicas share; null without REDIS_URL. */
  readonly replicas: Replicas | null;
  /** The sandbox, if this process has started it in place of a live service. */
  readonly sandbox: SandboxService | null;
}

/**
 * Opens the service and its stores.
 * @throws ConfigError where an API key names an activity that the service does not have, or a store cannot be used
 */
export async function openService(options: ProgramOptions, telemetry: Telemetry): Promise<ProgramService> {
  const { config, log, opened, worker } = options;
  const { metrics } = telemetry;
  const sandbox = config.live || worker ? null : opened.add(await startSandboxService(config.sandbox));
  const ownSandbox = worker?.sandboxService ?? sandbox;
  const address = config.live ?? ownSandbox!;
  const activities = { ...ownSandbox?.activities, ...options.activities };
  const unserved = keysOfOtherActivities(config.auth.apiKeys, address.activityIds);
  if (unserved.length > 0) throw new ConfigError(unserved);
  const notFoundPattern =
    config.service.notFoundPattern ?? (config.live ? null : messagePattern({ source: sandboxNotFoundPattern, flags: '' })!);
  // Opened before the service, so that it is closed after the last write.
  const replicas = config.redis && opened.add(await connectToReplicas(config.redis, address.privateKey, log, metrics.stores.countOutage));
  if (replicas) metrics.stores.setRedis(replicas);
  const service = opened.add(await connectToService(address, config.service, observersOf(options, telemetry, notFoundPattern), activities));
  metrics.setServiceState(service);
  const reader = config.contentCache ? new ContentCache(service.reader, config.contentCache, () => performance.now()) : service.reader;
  const outcomes = replicas?.outcomes ?? ownOutcomes(options, telemetry, address.privateKey);
  return {
    address,
    activities,
    notFoundPattern,
    endpoints: { call: service.call, reader, generations: service.generations },
    writes: createAtMostOnceWrites(outcomes, address.privateKey),
    replicas,
    sandbox,
  };
}

/** The observers of calls: the metrics, the log and traces. */
function observersOf({ log }: ProgramOptions, { metrics, traces }: Telemetry, notFoundPattern: NotFoundPattern): ServiceObservers {
  const serviceLog = new ServiceLog({
    log,
    now: () => performance.now(),
    after: (ms, callback) => void setTimeout(callback, ms).unref(),
    notFoundPattern,
  });
  return {
    onAttemptEnd: (endpointPath, outcome, seconds, error) => {
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
    onUnknownZone: serviceLog.unknownZone,
    onSigningFailure: createSigningFailureLog(log, () => performance.now()),
    tracer: traces?.attempts,
  };
}

/** The store of outcomes without Redis: in the file of STATE_FILE, or in memory. */
function ownOutcomes({ config, log, opened }: ProgramOptions, { metrics }: Telemetry, privateKey: Secret): OutcomeStore {
  const file = openStateFile(config.stateFile, log);
  metrics.stores.setStateFile(file);
  return opened.add(createSealedOutcomes(file.rows, createSeal(privateKey)));
}
