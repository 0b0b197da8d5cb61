/* The connection to the event service: the transport's wrappers in their order, the lanes, and the call of an endpoint. */

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError, type Config, type ServiceAccount } from '../config/config.js';
import { expectedSignerModule } from '../config/library-options.js';
import { ReadGenerations } from '../domain/reads/reader.js';
import { SharedReads } from '../domain/reads/shared-reads.js';
import type { ServiceAccess } from '../domain/reads/upstream.js';
import { Secret } from '../primitives/secret.js';
import type { SpanTracer } from '../primitives/span.js';
import type { FactsByActivity } from '../records/activity-facts.js';
import { zonesOf } from '../records/local-times.js';
import { createCall, type ReplyOptions } from '../service/call.js';
import { rejectionMatching } from '../service/envelope.js';
import { circuitRules, Circuits, withCircuitBreaker, type OnCircuitChange } from '../service/transport/circuit.js';
import { withDeadline } from '../service/transport/deadline.js';
import { withObservation, type ObserveAttempt } from '../service/transport/observation.js';
import { withQueue, type QueueLoad } from '../service/transport/queue.js';
import { RetryBudget, retryBudgetRules, withRetryAfter, type Pauses, withRetries } from '../service/transport/retry.js';
import {
  templateSignature,
  type ComputeSignature,
  loadSignerModule,
  withSigning,
  type OnSigningFailure,
  type SigningOptions,
} from '../service/transport/signing.js';
import { withStatusCheck } from '../service/transport/status.js';
import { type Transport, withWritePermit } from '../service/transport/transport.js';
import { createUndiciTransport } from '../service/transport/undici.js';

/** Receivers of events between this program and the service. */
export interface ServiceObservers {
  readonly onAttemptEnd?: ObserveAttempt;
  readonly onCircuitChange?: OnCircuitChange;
  readonly onSigningFailure?: OnSigningFailure;
  readonly onTextAround?: ReplyOptions['onTextAround'];
  /** Receives a span for each attempt. */
  readonly tracer?: SpanTracer | undefined;
}

/** The endpoints of a service, ready to be called. */
export interface ConnectedService extends ServiceAccess {
  /** The paths whose circuit is open. */
  openCircuits(): readonly string[];
  /** The numbers of calls in progress and in the queue. */
  readonly load: Readonly<Record<'reads' | 'writes', Readonly<QueueLoad>>>;
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

/** Connects the transport and the endpoints. @param activities what is known of them @throws ConfigError where the signer module cannot be used */
export async function connectToService(
  { url, publicKey, privateKey }: ServiceAccount,
  settings: Config['service'],
  observers: ServiceObservers = {},
  activities: FactsByActivity = {},
): Promise<ConnectedService> {
  const { signature, maxConnections, timeoutMs, retries, maxResponseBytes } = settings;
  const { onAttemptEnd = () => {}, tracer } = observers;
  // Both lanes share these. Bound endpoints of one path may use different lanes, because they may differ in `repeatableBy`.
  const budget = new RetryBudget(retryBudgetRules, monotonicNow);
  const circuits = new Circuits(circuitRules, monotonicNow, observers.onCircuitChange);
  const pauses: Pauses = new Map();
  const signing: SigningOptions = {
    header: settings.authHeader,
    publicKey,
    privateKey,
    version: signature.version,
    compute: await loadSignatureFunction(signature),
    now: () => Date.now() + settings.clockOffsetSeconds * 1000,
    onFailure: observers.onSigningFailure,
  };

  /** Creates a transport with connections and a queue of its own. */
  const createLane = (connections: number, keepAlive: boolean) => {
    const pool = createUndiciTransport({ baseUrl: url, maxConnections: connections, maxResponseBytes, timeoutMs, keepAlive });
    const load: QueueLoad = { active: 0, waiting: 0 };
    const limits = { maxConcurrent: connections, maxQueued: Math.max(queueLength.atLeast, queueLength.perConnection * connections) };
    // In the order of a call on its way to the socket.
    const transport = inOrder(
      // Ends the call when its time has passed. Outermost: the time includes queue, retries and reply.
      (next) => withDeadline(next, timeoutMs),
      // Repeats failed attempts. Around everything below: each attempt passes circuit, queue and signature again.
      (next) => withRetries(next, { retries, budget, random: Math.random, now: monotonicNow }),
      // Waits while the service wants no calls of the path. Outside the metrics: a call that waits or is refused is no attempt.
      (next) => withRetryAfter(next, pauses, monotonicNow),
      // Reports each attempt to the metrics, and adds its span. Inside the retry: attempts are counted, not calls.
      (next) => withObservation(next, { observe: onAttemptEnd, tracer, baseUrl: url }),
      // Refuses while the circuit of the path is open. Before the queue: a refused call takes no place in it.
      (next) => withCircuitBreaker(next, circuits),
      // Waits for a free connection. Before the signature: its time stamp does not age in the queue.
      (next) => withQueue(next, limits, load),
      // Adds the signature. Inside the retry: each attempt has a time stamp of its own.
      (next) => withSigning(next, signing),
      // Asks whether a recorded write may still be sent. After queue and signature, which may take long.
      withWritePermit,
      // Turns status 3xx, 429 and 5xx, and messages that mean 429, into errors. Innermost wrapper: circuit, metrics and retry all see them.
      (next) => withStatusCheck(next, Date.now, settings.busyPattern && rejectionMatching(settings.busyPattern)),
      // Exchanges one request and one reply over a socket.
      pool.transport,
    );
    return { transport, load, close: pool.close, destroy: pool.destroy };
  };
  // Writes have connections of their own, and never reuse one: the service may be closing an idle connection, and a write that fails on it
  // must not be repeated.
  const writeConnections = Math.max(1, Math.floor(maxConnections / 8));
  const writes = createLane(writeConnections, false);
  const reads = createLane(maxConnections - writeConnections, true);
  const call = createCall(
    (request, options) => (request.repeatable ? reads : writes).transport(request, options),
    () => randomUUID().replaceAll('-', ''),
    {
      secrets: [new Secret(publicKey), privateKey],
      onTextAround: observers.onTextAround,
      zoneOf: zonesOf(activities),
    },
  );
  const generations = new ReadGenerations();

  const closeReads = async () => {
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
    openCircuits: () => circuits.openPaths(),
    load: { reads: reads.load, writes: writes.load },
    close: async () => void (await closeReads()),
    closeAfterWrites: async () => (await closeReads()).writesEnded,
  };
}

type Wrapper<Wrapped> = (next: Transport) => Wrapped;

/** Puts a transport into its wrappers. The first wrapper is the outermost one, the last argument is the transport. */
function inOrder<Outermost>(outermost: Wrapper<Outermost>, ...inner: readonly [...Wrapper<Transport>[], Transport]): Outermost {
  const wrappers = inner.slice(0, -1) as Wrapper<Transport>[];
  return outermost(wrappers.reduceRight((next, wrap) => wrap(next), inner.at(-1) as Transport));
}

/** Returns what computes signatures: the operator's module, or the template. @throws ConfigError as {@link loadSigner} does */
export async function loadSignatureFunction({
  signerModule,
  template,
  algorithm,
  case: letters,
}: Config['service']['signature']): Promise<ComputeSignature> {
  return signerModule ? loadSigner(signerModule) : templateSignature(template, algorithm, letters);
}

/** Loads the operator's module. @throws ConfigError where it is missing, does not load in time, or exports no function */
export async function loadSigner(path: string): Promise<ComputeSignature> {
  try {
    return await loadSignerModule(path);
  } catch {
    throw new ConfigError([{ setting: 'EVENT_SERVICE_SIGNER_MODULE', expected: `expected ${expectedSignerModule}` }]);
  }
}

export const isSignerModule = (path: string): Promise<boolean> =>
  loadSignerModule(path).then(
    () => true,
    () => false,
  );
