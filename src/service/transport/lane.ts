/*
 * The two lanes to the service, and a call in one from its beginning to its reply. `send` has what concerns the whole call, deadline and
 * retries; `#attempt` shows what each attempt passes on its way to the socket. Behind them: what the status of a reply means, what is
 * repeated, and the queue. No library does this: it would have to know whether a byte may have reached the service.
 */

import { setTimeout as timeout } from 'node:timers/promises';
import { Cancellation } from '../../primitives/cancellation.js';
import type { TokenBucket } from '../../primitives/token-bucket.js';
import {
  CancelledError,
  CircuitOpenError,
  SigningFailedError,
  UpstreamInvalidResponseError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamRejectedError,
  UpstreamUnavailableError,
  type UpstreamError,
} from '../../records/errors.js';
import {
  type CallContext,
  type CallOptions,
  type Exchange,
  type PoolOptions,
  type WireReply,
  type WireRequest,
  openConnectionPool,
  pauseBefore,
  replyFacts,
  stopError,
} from './exchange.js';
import type { BeginAttempt } from './observation.js';
import { evidenceOf, type RetryAfterPause, type ServicePaths } from './paths.js';
import type { Sign } from './signing.js';

/** Whether a reply means that the service limits the rate, although its status does not. */
type IsBusy = (endpointPath: string, body: Buffer) => boolean;

/** The parts that the lanes to one service share, because endpoints of one path may use different lanes. */
export interface LaneDependencies {
  /** For a call with its retries, in milliseconds. */
  readonly timeoutMs: number;
  /** Further attempts after the first one. */
  readonly retries: number;
  readonly retryBudget: TokenBucket;
  readonly paths: ServicePaths;
  readonly sign: Sign;
  /** Counts an attempt, also one that is refused, and adds its span. */
  readonly beginAttempt: BeginAttempt;
  /** Null if no message means that the service limits the rate. */
  readonly isBusy: IsBusy | null;
  /** A random number from 0, below 1. */
  readonly random: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Calls that may wait in a queue. Without a bound, a slow service would fill the memory. */
const queueLength = { perConnection: 10, atLeast: 500 };

/** How long `close` waits for reads. A hung service would delay the end of the program for the whole timeout. */
const lastReadsMs = 500;

/**
 * A lane for requests that may be repeated, `reads`, and one for all others, `writes`. A bound read or write is in either one, as its file
 * states. Writes have connections of their own, an eighth of all, and never reuse one: the service may be closing an idle connection, and a
 * request that fails on it must not be repeated.
 */
export class Lanes {
  readonly #reads;
  readonly #writes;

  constructor(shared: LaneDependencies, { baseUrl, maxConnections, maxResponseBytes }: Omit<PoolOptions, 'timeoutMs' | 'keepAlive'>) {
    const { timeoutMs } = shared;
    const open = (connections: number, keepAlive: boolean) => {
      const pool = openConnectionPool({ baseUrl, maxConnections: connections, maxResponseBytes, timeoutMs, keepAlive });
      const maxQueued = Math.max(queueLength.atLeast, queueLength.perConnection * connections);
      return { lane: new Lane(shared, { maxConcurrent: connections, maxQueued }, pool.exchange), pool };
    };
    const writeConnections = Math.max(1, Math.floor(maxConnections / 8));
    this.#writes = open(writeConnections, false);
    this.#reads = open(maxConnections - writeConnections, true);
  }

  /** `Lane.send` of the request's lane. A property, because it is passed on. */
  readonly send: Lane['send'] = (request, read, options) =>
    (request.repeatable ? this.#reads : this.#writes).lane.send(request, read, options);

  /** The numbers of calls in progress and in the queue. */
  get load(): Readonly<Record<'reads' | 'writes', Lane['load']>> {
    return { reads: this.#reads.lane.load, writes: this.#writes.lane.load };
  }

  /**
   * Ends the connections. Reads that do not end within half a second fail; writes continue until they end.
   * @returns what resolves once the writes have ended too. No connection is open then
   */
  async close(): Promise<{ readonly writesEnded: Promise<void> }> {
    const writesEnded = this.#writes.pool.close();
    const allEnded = Promise.all([this.#reads.pool.close(), writesEnded]);
    await Promise.race([allEnded, timeout(lastReadsMs, undefined, { ref: false })]);
    await this.#reads.pool.destroy();
    return { writesEnded };
  }
}

/** The rules of the budget of retries: at most ten at once, plus three in each second, plus what calls earn. */
export const retryBudgetRules = { perSecond: 3, capacity: 10 };
/** The retries that a call earns. While all calls fail, a service in trouble gets a fifth more of them, not three times as many. */
const earnedByCall = 0.2;

const firstBackoffMs = 100;
const maxBackoffMs = 1_000;

/** A queue with connections of its own, and the steps of a call in it. */
export class Lane {
  readonly #queue: Queue;

  constructor(
    private readonly shared: LaneDependencies,
    limits: QueueLimits,
    /** Exchanges one request and its reply over a socket. */
    private readonly exchange: Exchange,
  ) {
    this.#queue = new Queue(limits, shared.now);
  }

  /** The numbers of calls in progress and in the queue. */
  get load(): Readonly<Queue['load']> {
    return this.#queue.load;
  }

  /**
   * Sends one request. An operation waits for the whole call, so there is one deadline for everything: queue, a signer module, connection,
   * reply, retries and the pauses between them. A call whose next pause would end after it fails immediately.
   *
   * A failed attempt is repeated where that is safe ({@link isRetryable}), after the time of Retry-After, or else exponential backoff with
   * full jitter: a random part of 100 ms, 200 ms and so on up to a second, so that calls that failed together do not come back together.
   * @param read makes of the reply what the call returns. Whether a reply is usable shows only there, so it is the end of an attempt
   * @throws UpstreamError, the errors of a permit, and those of `read`
   */
  async send<Value>(
    request: WireRequest,
    read: (reply: WireReply) => Value,
    { signal: cancelSignal, onAttempt, permit, isWrite = false }: CallOptions = {},
  ): Promise<Value> {
    const { endpointPath } = request;
    const { timeoutMs, retries, retryBudget, paths, beginAttempt, now, random } = this.shared;
    if (cancelSignal?.aborted) throw new CancelledError(endpointPath);
    const signal = new Cancellation();
    const timer = setTimeout(() => signal.abort('timeout'), timeoutMs);
    const cancel = () => signal.abort('cancelled');
    cancelSignal?.addEventListener('abort', cancel, { once: true });
    const context: CallContext = { signal, expiresAt: now() + timeoutMs, onAttempt, permit };
    retryBudget.add(earnedByCall, now());
    let unknownOutcome: UpstreamUnavailableError | undefined;
    try {
      for (let failed = 0; ; failed += 1) {
        try {
          const { pause } = paths.ofEndpoint(endpointPath);
          if (pause.until > now()) await pause.untilOver(context, (refusal) => beginAttempt(request, failed)(undefined, refusal));
          return await this.#attempt(request, read, context, failed);
        } catch (error) {
          if (failed >= retries || !isRetryable(request, error)) throw error;
          if (isWrite && error instanceof UpstreamUnavailableError && error.sent) unknownOutcome = error;
          const waitMs = error.retryAfterMs ?? random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** failed);
          if (now() + waitMs >= context.expiresAt || retryBudget.reserve(1, now()) > 0) throw error;
          await pauseBefore(waitMs, endpointPath, signal);
        }
      }
    } catch (error) {
      throw error instanceof UpstreamRejectedError ? error : (unknownOutcome ?? error);
    } finally {
      clearTimeout(timer);
      cancelSignal?.removeEventListener('abort', cancel);
    }
  }

  async #attempt<Value>(
    request: WireRequest,
    read: (reply: WireReply) => Value,
    context: CallContext,
    earlierAttempts: number,
  ): Promise<Value> {
    const { beginAttempt, paths, sign, isBusy } = this.shared;
    const { circuit, pause } = paths.ofEndpoint(request.endpointPath);
    const endAttempt = beginAttempt(request, earlierAttempts);
    let admission: number | null = null;
    let isExchanged = false;
    let reply: WireReply | undefined;
    try {
      // Refuses while the path fails. Before the queue, in which a refused call takes no place.
      admission = circuit.admit();
      // Waits for a free connection. Before the signature, whose time does not age in the queue.
      const turn = this.#queue.enter(request.endpointPath, context);
      if (turn !== null) await this.#turnOutsidePauses(turn, request.endpointPath, pause, context);
      try {
        if (turn !== null) admission = circuit.readmit(admission);
        const headers = request.contentType === null ? [] : ['Content-Type', request.contentType];
        // Each attempt has a signature of its own.
        if (request.auth === 'service') headers.push(...(await sign(request, context)));
        // Asks whether a recorded write may still be sent. After queue and signature, which may take long.
        if (context.permit) await context.permit.confirm();
        context.onAttempt?.();
        isExchanged = true;
        reply = await this.exchange(request, headers, context);
      } finally {
        this.#queue.leave();
      }
      checkStatus(request.endpointPath, reply, isBusy);
      // The service works, whatever the reply contains.
      circuit.record(admission, 'success');
      admission = null;
      const value = read(reply);
      endAttempt(reply.status);
      return value;
    } catch (error) {
      // The queue, the signer and the store of permits show nothing about the service.
      if (admission !== null) circuit.record(admission, isExchanged ? evidenceOf(error) : 'ignored');
      if (isExchanged) pause.extendAfter(error);
      endAttempt(reply?.status, error);
      throw error;
    }
  }

  /**
   * Waits for a turn. If a reply asks for a pause of the path meanwhile, the call waits for its end too, and leaves its place to others.
   * @throws what the queue and the pause throw; then the call has no place
   */
  async #turnOutsidePauses(first: Promise<void>, endpointPath: string, pause: RetryAfterPause, context: CallContext): Promise<void> {
    for (let turn: Promise<void> | null = first; ; turn = this.#queue.enter(endpointPath, context)) {
      await turn;
      if (pause.until <= this.shared.now()) return;
      this.#queue.leave();
      await pause.untilOver(context);
    }
  }
}

/**
 * Checks for the statuses that are failures whatever the body contains: 3xx, 429 and 5xx. For any other status the envelope's code
 * decides later: §4.3 documents its reply under status 400. @throws UpstreamError
 */
function checkStatus(endpointPath: string, reply: WireReply, isBusy: IsBusy | null): void {
  const { status } = reply;
  if (status === 429) throw new UpstreamRateLimitedError(endpointPath, failedCall(reply));
  if (status >= 500) throw new UpstreamUnavailableError(endpointPath, true, failedCall(reply));
  if (status >= 300 && status < 400)
    throw new UpstreamInvalidResponseError(endpointPath, 'status', 'no redirect', { flaw: 'REDIRECT', reply: replyFacts(reply) });
  if (isBusy?.(endpointPath, reply.body)) throw new UpstreamRateLimitedError(endpointPath, { reply: replyFacts(reply) });
}

const failedCall = (reply: WireReply) => ({ retryAfterMs: retryAfterMs(reply, Date.now()), reply: replyFacts(reply) });
/** The longest wait that an error states, in milliseconds: a service could name the year 9999. */
const maxRetryAfterMs = 86_400_000;

/**
 * Returns the header Retry-After, which has seconds or an HTTP date, in milliseconds from now, a day at most; undefined where it is missing
 * or invalid. A date is by the clock of the service, which the header Date has.
 */
export function retryAfterMs(reply: WireReply, now: number): number | undefined {
  const header = reply.headers['retry-after'];
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Math.min(Number(header) * 1000, maxRetryAfterMs);
  const at = httpDate(header);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - (httpDate(reply.headers['date']) || now)), maxRetryAfterMs);
}

/** Returns an HTTP date in milliseconds since the epoch; NaN if it is missing or invalid. */
const httpDate = (header: string | string[] | undefined): number =>
  typeof header === 'string' && /^[A-Za-z]{3}, /.test(header) ? Date.parse(header) : NaN;

/** Statuses of a failure that may pass soon. A failure without a status is one of the connection. */
const passingStatuses: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504]);

/**
 * Whether a failed attempt may be repeated: of a repeatable request after a refused or reset connection or status 429, 502, 503 or 504; of
 * any other only if the service certainly did nothing, because nothing was sent or it limited the rate.
 */
function isRetryable(request: WireRequest, error: unknown): error is UpstreamError {
  if (error instanceof CircuitOpenError || error instanceof SigningFailedError) return false;
  if (error instanceof UpstreamRateLimitedError) return true;
  if (!(error instanceof UpstreamUnavailableError)) return false;
  return request.repeatable ? passingStatuses.has(error.reply?.status) : !error.sent;
}

interface QueueLimits {
  /** Calls in progress at the same time. */
  readonly maxConcurrent: number;
  /** Calls that may wait. */
  readonly maxQueued: number;
}

/** A call waits for at most this fraction of the time until its deadline. The rest is for the service's reply. */
const waitingFraction = 0.5;

/** The queue of a lane: it limits the calls in progress, and further ones wait, first in, first out. */
export class Queue {
  #active = 0;
  readonly #waiting = new Set<() => void>();

  constructor(
    private readonly limits: QueueLimits,
    /** Milliseconds on the clock of {@link CallContext.expiresAt}. */
    private readonly now: () => number,
  ) {}

  /** The current numbers of calls in progress and waiting. */
  get load() {
    return { active: this.#active, waiting: this.#waiting.size };
  }

  /**
   * Takes a place for a call, which gives it back by `leave`. @returns null, or a promise where the call has to wait
   * @throws UpstreamOverloadedError for a call beyond the length of the queue, or that waits too long; UpstreamTimeoutError, CancelledError
   */
  enter(endpointPath: string, { signal, expiresAt }: CallContext): Promise<void> | null {
    if (this.#active < this.limits.maxConcurrent) {
      this.#active += 1;
      return null;
    }
    if (this.#waiting.size >= this.limits.maxQueued) throw new UpstreamOverloadedError(endpointPath);
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => () => {
        this.#waiting.delete(begin);
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        done();
      };
      const begin = settle(resolve);
      const stop = settle(() => reject(stopError(endpointPath, signal)));
      const giveUp = settle(() => reject(new UpstreamOverloadedError(endpointPath)));
      const timer = setTimeout(giveUp, (expiresAt - this.now()) * waitingFraction);
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.add(begin);
    });
  }

  /** Passes the place of a call that has ended to the first call that waits. */
  leave(): void {
    const [begin] = this.#waiting;
    if (begin) begin();
    else this.#active -= 1;
  }
}
