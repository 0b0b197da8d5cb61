/* Connects the event service as the configuration states it: its lanes, and the call of an endpoint. */

import { randomUUID } from 'node:crypto';
import type { Config, ServiceAccount } from '../config/config.js';
import { badSetting } from '../config/environment.js';
import { expectedSignerModule } from '../config/library-options.js';
import { ReadGenerations } from '../domain/read-generations.js';
import { CoalescedReads } from '../domain/shared-reads.js';
import type { ServiceAccess } from '../domain/upstream.js';
import { Secret } from '../primitives/secret.js';
import type { SpanTracer } from '../primitives/span.js';
import { TokenBucket } from '../primitives/token-bucket.js';
import type { FactsByActivity } from '../records/activity-facts.js';
import { zonesOf } from '../records/local-times.js';
import { createCall, rejectionMatching, type Call, type ReplyOptions } from '../service/call.js';
import { Lanes, retryBudgetRules, type LaneDependencies } from '../service/transport/lane.js';
import { observedAttempts, type ObserveAttempt } from '../service/transport/observation.js';
import { ServicePaths, type OnCircuitChange } from '../service/transport/paths.js';
import { templateSignature, type ComputeSignature, loadSignerModule, signer, type SigningOptions } from '../service/transport/signing.js';

/** Receivers of events between this program and the service. */
export interface ServiceObservers {
  readonly onAttemptEnd?: ObserveAttempt;
  readonly onCircuitChange?: OnCircuitChange;
  readonly onSigningFailure?: SigningOptions['onFailure'];
  readonly onTextAround?: ReplyOptions['onTextAround'];
  /** Receives a span for each attempt. */
  readonly tracer?: SpanTracer | undefined;
}

/** The endpoints of a service, ready to be called. */
export interface ConnectedService extends ServiceAccess {
  /** The paths whose circuit is open. */
  openCircuits(): readonly string[];
  /** The numbers of calls in progress and in the queue. */
  readonly load: Lanes['load'];
  /** Ends the connections. Reads that do not end within half a second fail; writes continue until they end. */
  readonly close: () => Promise<void>;
  /** Closes, and resolves once the writes in progress have ended too. No connection is open then. */
  readonly closeAfterWrites: () => Promise<void>;
}

const monotonicNow = () => performance.now();

/** Connects the transport and the endpoints. @throws ConfigError where the signer module cannot be used */
export async function connectToService(
  account: ServiceAccount,
  settings: Config['service'],
  observers: ServiceObservers = {},
  activityFacts: FactsByActivity = {},
): Promise<ConnectedService> {
  const shared = createLaneDependencies(account, settings, await loadSignatureFunction(settings.signature), observers);
  const { maxConnections, maxResponseBytes } = settings;
  const lanes = new Lanes(shared, { baseUrl: account.url, maxConnections, maxResponseBytes });
  const call = createServiceCall(lanes.send, account, activityFacts, observers.onTextAround);
  const generations = new ReadGenerations();
  return {
    call,
    reader: new CoalescedReads(call, generations),
    generations,
    openCircuits: () => shared.paths.withOpenCircuit(),
    get load() {
      return lanes.load;
    },
    close: async () => void (await lanes.close()),
    closeAfterWrites: async () => (await lanes.close()).writesEnded,
  };
}

/** Returns what the lanes to a service share. @param compute computes the signatures */
export function createLaneDependencies(
  { url, publicKey, privateKey }: ServiceAccount,
  { authHeader: header, signature, timeoutMs, retries, clockOffsetSeconds, busyPattern }: Config['service'],
  compute: ComputeSignature,
  { onAttemptEnd: observe = () => {}, onCircuitChange, onSigningFailure: onFailure, tracer }: ServiceObservers = {},
): LaneDependencies {
  const now = () => Date.now() + clockOffsetSeconds * 1000;
  return {
    timeoutMs,
    retries,
    retryBudget: new TokenBucket(retryBudgetRules, monotonicNow()),
    paths: new ServicePaths(monotonicNow, onCircuitChange),
    sign: signer({ header, publicKey, privateKey, version: signature.version, compute, now, onFailure }),
    beginAttempt: observedAttempts({ observe, tracer, baseUrl: url }),
    isBusy: busyPattern && rejectionMatching(busyPattern),
    random: Math.random,
    now: monotonicNow,
  };
}

/** Returns the call of the endpoints of a service. @param send sends a request through a lane */
export const createServiceCall = (
  send: Lanes['send'],
  { publicKey, privateKey }: ServiceAccount,
  activityFacts: FactsByActivity,
  onTextAround?: ReplyOptions['onTextAround'],
): Call =>
  createCall(send, () => randomUUID().replaceAll('-', ''), {
    secrets: [new Secret(publicKey), privateKey],
    onTextAround,
    zoneOf: zonesOf(activityFacts),
  });

/**
 * Returns what computes signatures: the operator's module, or the template.
 * @throws ConfigError where the module is missing, does not load in time, or exports no function
 */
export async function loadSignatureFunction({ signerModule, ...rule }: Config['service']['signature']): Promise<ComputeSignature> {
  if (signerModule === null) return templateSignature(rule);
  return loadSignerModule(signerModule).catch((error: unknown) => {
    throw badSetting('EVENT_SERVICE_SIGNER_MODULE', `expected ${expectedSignerModule(error)}`);
  });
}
