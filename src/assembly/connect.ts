import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError, type Config } from '../config/config.js';
import { createCall } from '../endpoint/call.js';
import type { Service } from '../domain/upstream.js';
import { SharedReads } from '../domain/cache/shared-reads.js';
import type { ActivityId } from '../model/ids.js';
import { Secret } from '../model/secret.js';
import { breaker, circuitRules, type OnCircuitChange } from '../transport/breaker.js';
import { deadlined } from '../transport/deadline.js';
import { limited, type Load } from '../transport/limited.js';
import { observed, type ObserveCall } from '../transport/observed.js';
import { retried } from '../transport/retried.js';
import { RetryBudget } from '../transport/retry-budget.js';
import { templateSignature, type ComputeSignature } from '../transport/signature.js';
import { loadSignerModule } from '../transport/signer-module.js';
import { signed, type OnSigningFailure } from '../transport/signed.js';
import { statusChecked } from '../transport/status.js';
import { undiciTransport } from '../transport/undici.js';

/** Which service, and with whose keys. */
export interface ServiceAddress {
  readonly url: string;
  readonly publicKey: string;
  readonly privateKey: Secret;
  readonly activityIds: readonly ActivityId[];
}

/** Who is told of what happens between this program and the service. */
export interface Observers {
  readonly onCall?: ObserveCall;
  readonly onCircuitChange?: OnCircuitChange;
  readonly onSigningFailure?: OnSigningFailure;
}

/** Waiting calls are bounded, or a slow service would fill the memory: so many for each connection, and so many at least. */
const queued = { perConnection: 10, atLeast: 500 };

/** Retries add a fifth to the calls at most, and ten at once where few are made. */
const retryBudget = { share: 0.2, perSecond: 3, most: 10 };

/** Who closes waits so long for answers that are still to come; a hung service would hold it for longer. */
const lastAnswersMs = 500;

export interface ConnectedService extends Service {
  /** Paths of the operations that are spared for a while because they keep failing. */
  openCircuits(): readonly string[];
  /** How many calls are under way and waiting. */
  readonly load: Readonly<Record<'reads' | 'writes', Readonly<Load>>>;
  /** Ends the connections. Reads that do not end in half a second are given up; writes go on to their end. */
  readonly close: () => Promise<void>;
  /** Closes, and waits for the writes under way too: nothing is open then. */
  readonly closeAfterWrites: () => Promise<void>;
}

/** Joins the transports and the operations into one way to ask the service. */
export async function connect(
  { url, publicKey, privateKey }: ServiceAddress,
  settings: Config['service'],
  { onCall = () => {}, onCircuitChange, onSigningFailure }: Observers = {},
): Promise<ConnectedService> {
  const { signature, timeoutMs, retries, maxConnections, maxResponseBytes } = settings;
  const compute = signature.signerModule
    ? await signerOf(signature.signerModule)
    : templateSignature(signature.template, signature.algorithm);
  const now = () => performance.now();
  const signing = {
    header: settings.authHeader,
    publicKey,
    privateKey,
    version: signature.version,
    compute,
    now: Date.now,
    onFailure: onSigningFailure,
  };
  const lane = (connections: number, keepAlive: boolean) => {
    const load: Load = { active: 0, waiting: 0 };
    const wire = undiciTransport({ baseUrl: url, maxConnections: connections, maxResponseBytes, timeoutMs, keepAlive });
    const limits = { maxConcurrent: connections, maxQueued: Math.max(queued.atLeast, queued.perConnection * connections) };
    return {
      transport: limited(signed(statusChecked(wire.transport, Date.now), signing), limits, load),
      load,
      close: wire.close,
      destroy: wire.destroy,
    };
  };
  // What must not happen twice has connections of its own, which are never reused: an idle one may be gone already.
  const forWrites = Math.max(1, Math.floor(maxConnections / 8));
  const writes = lane(forWrites, false);
  const reads = lane(maxConnections - forWrites, true);
  const spared = breaker(
    (request, bounds) => (request.repeatable ? reads : writes).transport(request, bounds),
    circuitRules,
    now,
    onCircuitChange,
  );
  const budget = new RetryBudget(retryBudget, now);
  const transport = deadlined(retried(observed(spared.transport, onCall), { retries, budget, random: Math.random }), timeoutMs);
  const call = createCall(transport, () => randomUUID().replaceAll('-', ''), [new Secret(publicKey), privateKey]);
  const close = async () => {
    const writesEnded = writes.close();
    const ended = Promise.all([reads.close(), writesEnded]);
    await Promise.race([ended, pause(lastAnswersMs, undefined, { ref: false })]);
    await reads.destroy();
    return { writesEnded };
  };
  return {
    call,
    reads: new SharedReads(call),
    openCircuits: () => spared.openCircuits(),
    load: { reads: reads.load, writes: writes.load },
    close: async () => void (await close()),
    closeAfterWrites: async () => (await close()).writesEnded,
  };
}

/** @throws ConfigError where the module is not what it must be */
async function signerOf(path: string): Promise<ComputeSignature> {
  try {
    return await loadSignerModule(path);
  } catch {
    const expected = 'expected the path of a module whose default export is a function';
    throw new ConfigError([{ setting: 'EVENT_SERVICE_SIGNER_MODULE', expected }]);
  }
}
