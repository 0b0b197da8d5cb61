/* The connection to the event service: its two lanes, and the call of an endpoint. */

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError, type Config, type ServiceAccount } from '../config/config.js';
import { expectedSignerModule } from '../config/library-options.js';
import { SharedReads, ReadGenerations } from '../domain/reads/shared-reads.js';
import type { ServiceAccess } from '../domain/reads/upstream.js';
import { Secret } from '../primitives/secret.js';
import type { SpanTracer } from '../primitives/span.js';
import { TokenBucket } from '../primitives/token-bucket.js';
import type { FactsByActivity } from '../records/activity-facts.js';
import { zonesOf } from '../records/local-times.js';
import { createCall, type Call, type ReplyOptions } from '../service/call.js';
import { rejectionMatching } from '../service/envelope.js';
import type { WireRequest } from '../service/transport/exchange.js';
import { Lane, retryBudgetRules, type SharedByLanes } from '../service/transport/lane.js';
import { observedAttempts, type ObserveAttempt } from '../service/transport/observation.js';
import { ServicePaths, type OnCircuitChange } from '../service/transport/paths.js';
import { templateSignature, type ComputeSignature, loadSignerModule, signer, type SigningOptions } from '../service/transport/signing.js';
import { openConnectionPool } from '../service/transport/undici.js';

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
  readonly load: Readonly<Record<'reads' | 'writes', Lane['load']>>;
  /** Ends the connections. Reads that do not end within half a second fail; writes continue until they end. */
  readonly close: () => Promise<void>;
  /** Closes, and resolves once the writes in progress have ended too. No connection is open then. */
  readonly closeAfterWrites: () => Promise<void>;
}

/** Calls that may wait in a queue. Without a bound, a slow service would fill the memory. */
const queueLength = { perConnection: 10, atLeast: 500 };

/** How long `close` waits for reads. A hung service would delay the end of the program for the whole timeout. */
const lastReadsMs = 500;

const monotonicNow = () => performance.now();

/** Connects the transport and the endpoints. @throws ConfigError where the signer module cannot be used */
export async function connectToService(
  account: ServiceAccount,
  settings: Config['service'],
  observers: ServiceObservers = {},
  activityFacts: FactsByActivity = {},
): Promise<ConnectedService> {
  const { maxConnections, timeoutMs, maxResponseBytes } = settings;
  const shared = createSharedByLanes(account, settings, await loadSignatureFunction(settings.signature), observers);

  /** Creates a lane with connections and a queue of its own. */
  const createLane = (connections: number, keepAlive: boolean) => {
    const pool = openConnectionPool({ baseUrl: account.url, maxConnections: connections, maxResponseBytes, timeoutMs, keepAlive });
    const maxQueued = Math.max(queueLength.atLeast, queueLength.perConnection * connections);
    return { lane: new Lane(shared, { maxConcurrent: connections, maxQueued }, pool.exchange), close: pool.close, destroy: pool.destroy };
  };
  // Writes have connections of their own, and never reuse one: the service may be closing an idle connection, and a write that fails on it
  // must not be repeated.
  const writeConnections = Math.max(1, Math.floor(maxConnections / 8));
  const writes = createLane(writeConnections, false);
  const reads = createLane(maxConnections - writeConnections, true);
  const laneOf = ({ repeatable }: WireRequest) => (repeatable ? reads : writes).lane;
  const call = createServiceCall(laneOf, account, activityFacts, observers.onTextAround);
  const generations = new ReadGenerations();

  const endConnections = async () => {
    const writesEnded = writes.close();
    const allEnded = Promise.all([reads.close(), writesEnded]);
    await Promise.race([allEnded, pause(lastReadsMs, undefined, { ref: false })]);
    await reads.destroy();
    return { writesEnded };
  };
  return {
    call,
    reader: new SharedReads(call, generations),
    generations,
    openCircuits: () => shared.paths.withOpenCircuit(),
    load: { reads: reads.lane.load, writes: writes.lane.load },
    close: async () => void (await endConnections()),
    closeAfterWrites: async () => (await endConnections()).writesEnded,
  };
}

/** Returns what the lanes to a service share. @param compute computes the signatures */
export function createSharedByLanes(
  { url, publicKey, privateKey }: ServiceAccount,
  { authHeader: header, signature, timeoutMs, retries, clockOffsetSeconds, busyPattern }: Config['service'],
  compute: ComputeSignature,
  { onAttemptEnd: observe = () => {}, onCircuitChange, onSigningFailure: onFailure, tracer }: ServiceObservers = {},
): SharedByLanes {
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

/** Returns the call of the endpoints of a service. @param laneOf returns the lane of a request */
export const createServiceCall = (
  laneOf: (request: WireRequest) => Lane,
  { publicKey, privateKey }: ServiceAccount,
  activityFacts: FactsByActivity,
  onTextAround?: ReplyOptions['onTextAround'],
): Call =>
  createCall(
    (request, read, options) => laneOf(request).send(request, read, options),
    () => randomUUID().replaceAll('-', ''),
    { secrets: [new Secret(publicKey), privateKey], onTextAround, zoneOf: zonesOf(activityFacts) },
  );

/**
 * Returns what computes signatures: the operator's module, or the template.
 * @throws ConfigError where the module is missing, does not load in time, or exports no function
 */
export async function loadSignatureFunction({
  signerModule,
  template,
  algorithm,
  case: letters,
}: Config['service']['signature']): Promise<ComputeSignature> {
  if (signerModule === null) return templateSignature(template, algorithm, letters);
  return loadSignerModule(signerModule).catch((error: unknown) => {
    throw new ConfigError([{ setting: 'EVENT_SERVICE_SIGNER_MODULE', expected: `expected ${expectedSignerModule(error)}` }]);
  });
}
