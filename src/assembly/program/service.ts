/* The event service as the program uses it: its address, the calls with all that observes them, the cache, and recorded writes. */

import { ConfigError, type ServiceAddress } from '../../config/config.js';
import { messagePattern } from '../../config/message-pattern.js';
import { keysOfOtherActivities } from '../../config/rules.js';
import type { AtMostOnceWrites } from '../../domain/activities.js';
import type { OutcomeStore } from '../../domain/at-most-once/outcome-store.js';
import { ContentCache } from '../../domain/reads/content-cache.js';
import type { SharedUpstream } from '../../domain/reads/upstream.js';
import { sandboxNotFoundPattern } from '../../sandbox/sandbox.js';
import { ServiceLog } from '../../server/telemetry/log/service-log.js';
import { signingFailureLog } from '../../server/telemetry/log/signing-failure-log.js';
import { memoryOutcomes } from '../../storage/memory/memory-outcomes.js';
import { sealUnder } from '../../storage/rows/seal.js';
import { sealedOutcomes } from '../../storage/rows/sealed-outcomes.js';
import { connect, type Observers } from '../connect.js';
import { atMostOnceWrites, type OperationSettings } from '../context-factory.js';
import { openStateFile } from './open-state-file.js';
import type { ProgramInputs } from './program-inputs.js';
import { connectReplicas, type Replicas } from './replicas.js';
import { sandboxService, type SandboxService } from './sandbox-service.js';
import type { Telemetry } from './telemetry.js';

type NotFoundPattern = OperationSettings['service']['notFoundPattern'];

export interface ProgramService {
  readonly address: ServiceAddress;
  readonly notFoundPattern: NotFoundPattern;
  /** Its endpoints: calls, and reads through the cache. */
  readonly endpoints: SharedUpstream;
  readonly writes: AtMostOnceWrites;
  /** The state that replicas share; null without REDIS_URL. */
  readonly replicas: Replicas | null;
  /** The sandbox, if this process has started it in place of a live service. */
  readonly sandbox: SandboxService | null;
}

/** @throws ConfigError where an API key names an activity that the service does not have, or a store cannot be used */
export async function openService(inputs: ProgramInputs, telemetry: Telemetry): Promise<ProgramService> {
  const { config, log, opened, shared } = inputs;
  const { metrics } = telemetry;
  const sandbox = config.live || shared ? null : opened.add(await sandboxService(config.sandbox));
  const address = config.live ?? shared?.sandboxService ?? sandbox!;
  const unserved = keysOfOtherActivities(config.auth.apiKeys, address.activityIds);
  if (unserved.length > 0) throw new ConfigError(unserved);
  const notFoundPattern =
    config.service.notFoundPattern ?? (config.live ? null : messagePattern({ source: sandboxNotFoundPattern, flags: '' })!);
  // Opened before the service, so that it is closed after the last write.
  const replicas = config.redis && opened.add(await connectReplicas(config.redis, address.privateKey, log, metrics.redis.countOutage));
  if (replicas) metrics.redis.setState(replicas);
  const service = opened.add(await connect(address, config.service, observersOf(inputs, telemetry, notFoundPattern)));
  metrics.setServiceState(service);
  const reader = config.contentCache ? new ContentCache(service.reader, config.contentCache, () => performance.now()) : service.reader;
  const outcomes = replicas?.outcomes ?? ownOutcomes(inputs, address.privateKey);
  return {
    address,
    notFoundPattern,
    endpoints: { call: service.call, reader },
    writes: atMostOnceWrites(outcomes, address.privateKey),
    replicas,
    sandbox,
  };
}

/** The observers of calls: the metrics, the log and traces. */
function observersOf({ log }: ProgramInputs, { metrics, traces }: Telemetry, notFoundPattern: NotFoundPattern): Observers {
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
            'The circuit of this operation is open: it keeps failing, so calls are refused except for a probe every few seconds',
          )
        : log.info({ operation: endpointPath }, 'The circuit of this operation is closed: the event service replies again'),
    onSigningFailure: signingFailureLog(log, () => performance.now()),
    tracer: traces?.attempts,
  };
}

/** The store of outcomes without Redis: in the parent of several workers, in the file of STATE_FILE, or in memory. */
function ownOutcomes({ config, opened, shared }: ProgramInputs, privateKey: ServiceAddress['privateKey']): OutcomeStore {
  if (shared) return sealedOutcomes(shared.rows, sealUnder(privateKey));
  const { stateFile } = config;
  return opened.add(stateFile === null ? memoryOutcomes(Date.now) : sealedOutcomes(openStateFile(stateFile), sealUnder(privateKey)));
}
