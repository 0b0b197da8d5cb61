/*
 * Reads, and how they are shared, also called single-flight: equal reads at the same time are one call to the service, which ends when no
 * operation needs it. First the interface of all reads, then the call that equal ones share, then what an operation has used of the service.
 */

import { Cancellation, type CancelSignal } from '../../primitives/cancellation.js';
import { InFlightTable } from '../../primitives/in-flight-table.js';
import { CancelledError, QueryTooComplexError } from '../../records/errors.js';
import type { ActivityId } from '../../records/ids.js';
import type { Call } from '../../service/call.js';
import type { Endpoint } from '../../service/endpoints.js';

/** The interface by which GraphQL operations read from endpoints. SharedReads implements it by calls; ContentCache is in front of it. */
export interface EndpointReader {
  /**
   * Reads from an endpoint, for one operation. Content is returned as the object that the call has decoded, never as a copy: the size of
   * its reply is recorded for that object (service/call.ts), and the bound of ContentCache's memory depends on it.
   * @throws UpstreamError, QueryTooComplexError
   */
  read<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    operation: ReadingOperation,
  ): Promise<Output>;
  /** Whether the cache would serve a read now. Omitted by a reader without a cache. */
  isCached?<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): boolean;
}

/** The GraphQL operation that a read belongs to. */
export interface ReadingOperation {
  readonly usage: UpstreamUsage;
  /** Aborts when the operation is cancelled: its caller has disconnected, or its time is over. */
  readonly signal: CancelSignal;
}

/**
 * A reader in which equal reads that are in flight at the same time share one call to the service ({@link SharedCall}). If ten operations
 * need the tickets of one activity at once, for example, the service receives one call. It counts for the operation that started it, and as
 * a coalesced read for the nine others.
 *
 * - Reads are equal if endpoint, activity and input are. Callers do not matter: the service returns the same
 *   to each of them, and access to fields is checked in the graph.
 * - A read shares no call that began before a write of the same activity ended ({@link ReadGenerations}).
 * - Nothing is stored. A read that begins after the reply has arrived, or after the call was cancelled, is a call of its own.
 *
 * Lookups of attendees by different ids share calls as well: see `domain/attendees/shared-id-lookups.ts`.
 */
export class SharedReads implements EndpointReader {
  readonly #inFlight = new InFlightTable<SharedCall<unknown>>();

  constructor(
    private readonly call: Call,
    private readonly generations: ReadGenerations,
  ) {}

  /** Reads by a call of its own, or shares that of an equal read in flight. @throws UpstreamError, QueryTooComplexError */
  read<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    { usage, signal }: ReadingOperation,
  ): Promise<Output> {
    const key = `${this.generations.of(activityId)} ${readKey(endpoint, activityId, input)}`;
    const inFlight = this.#inFlight.get(key);
    if (inFlight) {
      usage.coalesced += 1;
      return inFlight.read(signal) as Promise<Output>;
    }
    usage.reserveCall();
    const begun: SharedCall<unknown> = new SharedCall(
      endpoint,
      (signalOfCall) => this.call(endpoint, activityId, input, { signal: signalOfCall, onAttempt: usage.countAttempt }),
      () => this.#inFlight.delete(key, begun),
    );
    this.#inFlight.set(key, begun);
    return begun.read(signal) as Promise<Output>;
  }
}

/**
 * The key of a read: equal for reads of the same endpoint and activity with the same input. An input without members is the same as none.
 */
export function readKey<Input, Output>({ name }: Endpoint<Input, Output>, activityId: ActivityId, input: Input): string {
  return `${name} ${activityId} ${JSON.stringify(input ?? {})}`;
}

/**
 * One call to the service that several operations wait for and read.
 *
 * - An operation that is cancelled leaves the call: its promise fails with CancelledError, the others go on. The call is cancelled
 *   when no operation waits for it any more.
 * - A failure is an error for all operations that wait.
 * - When the last operation that has read the result ends, the call releases the memory of its reply,
 *   unless that is content, which may be cached.
 */
export class SharedCall<Output> {
  /** Cancels the call to the service, and reports to it that the result is not read any more. */
  readonly #cancellation = new Cancellation();
  readonly #result: Promise<Output>;
  /** The number of operations that wait for the result, or that may still read its records. */
  #readers = 0;

  /**
   * @param onEnded called when no other operation can share the call any more, at least once, and never before the constructor has
   * returned: it has succeeded or failed, or the last operation has left, so that it is cancelled
   */
  constructor(
    private readonly endpoint: Pick<Endpoint<unknown, unknown>, 'path' | 'cachedAs'>,
    start: (signal: CancelSignal) => Promise<Output>,
    private readonly onEnded: () => void,
  ) {
    this.#result = start(this.#cancellation);
    this.#result.then(onEnded, onEnded);
  }

  /** Waits for the result. @param signal the signal of the operation @throws UpstreamError */
  read(signal: CancelSignal): Promise<Output> {
    this.#readers += 1;
    const isContent = this.endpoint.cachedAs !== undefined;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(new CancelledError(this.endpoint.path));
        if (--this.#readers === 0) {
          this.onEnded();
          this.#cancellation.abort('cancelled');
        }
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      const settle = <V>(settlePromise: (value: V) => void, value: V) => {
        signal.removeEventListener('abort', leave);
        if (!signal.aborted && !isContent) signal.onEnd?.(() => --this.#readers === 0 && this.#cancellation.end());
        settlePromise(value);
      };
      this.#result.then(
        (result) => settle(resolve, result),
        (error: unknown) => settle(reject, error),
      );
    });
  }
}

/**
 * Which reads may share a call or an execution: those of one generation. The next generation of an activity begins when its
 * records may have changed: when a write has ended, whatever its outcome, when the service pushes a check-in, and before a lookup
 * that must see an earlier write. For example:
 *
 *     0 ms     A reads the list of attendees: a call, which takes 80 ms
 *     10 ms    B reads the same list, and shares the call
 *     50 ms    a registration of B ends: the next generation
 *     60 ms    B reads the list: a call of its own. The reply to the first one may lack the new attendee
 *
 * Each process counts for itself: reads in other workers and replicas may still share a call that began before the write.
 * Content from the cache is as old as before.
 */
export class ReadGenerations {
  readonly #byActivity = new Map<ActivityId, number>();
  #latest = 0;

  /** The generation that began last in any activity: for what reads several of them. */
  get latest(): number {
    return this.#latest;
  }

  /** The generation in which reads of an activity begin now. */
  of(activityId: ActivityId): number {
    return this.#byActivity.get(activityId) ?? 0;
  }

  beginNext(activityId: ActivityId): void {
    this.#latest += 1;
    this.#byActivity.set(activityId, this.#latest);
  }
}

/** A read that an expired cache entry served, because the service failed. */
interface StaleHit {
  readonly endpointPath: string;
  readonly activityId: string;
  readonly ageSeconds: number;
}

/** Counts and limits what one GraphQL operation uses of the service. */
export class UpstreamUsage {
  /** Calls that have begun, each with all its retries. What is reported as `calls` are the attempts. */
  startedCalls = 0;
  /** Attempts of calls, retries included. */
  attempts = 0;
  /** Reads that shared the call of another read. */
  coalesced = 0;
  /** Reads that the cache served, stale hits included. */
  cached = 0;
  readonly stale: StaleHit[] = [];
  #waitedMs = 0;
  #waiting = 0;
  #waitingSince = 0;
  #freshUntil = Infinity;

  /** @param maxCalls the maximum number of calls */
  constructor(private readonly maxCalls = Infinity) {}

  /** Counts a call that is about to begin. @throws QueryTooComplexError beyond the maximum */
  reserveCall(): void {
    if (!this.tryReserveCall()) throw new QueryTooComplexError('MAX_UPSTREAM_CALLS', this.maxCalls, this.maxCalls + 1);
  }

  /** Counts a call that is about to begin. @returns false beyond the maximum */
  tryReserveCall(): boolean {
    if (this.startedCalls >= this.maxCalls) return false;
    this.startedCalls += 1;
    return true;
  }

  /** Counts an attempt of a call. A property, because it is passed on as a callback. */
  readonly countAttempt = (): void => {
    this.attempts += 1;
  };

  /** Records that part of the response is fresh until this time only, on the clock of the cache; 0 if it never is. */
  limitFreshness(freshUntil: number): void {
    this.#freshUntil = Math.min(this.#freshUntil, freshUntil);
  }

  /**
   * Until when the whole response is fresh, on the clock of the cache, in milliseconds; 0 if nothing was read. It is a time, because the
   * response may be completed long after the read.
   */
  get freshUntil(): number {
    return this.#freshUntil === Infinity ? 0 : this.#freshUntil;
  }

  /** Counts the reads of another operation whose result this one shares. */
  share({
    startedCalls,
    coalesced,
    cached,
    freshUntil,
  }: Pick<UpstreamUsage, 'startedCalls' | 'coalesced' | 'cached' | 'freshUntil'>): void {
    if (startedCalls + coalesced + cached === 0) return;
    this.coalesced += startedCalls + coalesced;
    this.cached += cached;
    this.limitFreshness(freshUntil);
  }

  /** Measures the time of a read or write. Overlapping times count once. @returns or throws what it does */
  async timed<T>(send: () => Promise<T>): Promise<T> {
    if (this.#waiting++ === 0) this.#waitingSince = performance.now();
    try {
      return await send();
    } finally {
      if (--this.#waiting === 0) this.#waitedMs += performance.now() - this.#waitingSince;
    }
  }

  /**
   * The counts as a response has them, with the time in which at least one reply was waited for; undefined if nothing was read or written.
   */
  report() {
    const { attempts, coalesced, cached } = this;
    return attempts + coalesced + cached === 0 ? undefined : { calls: attempts, coalesced, cached, ms: Math.round(this.#waitedMs) };
  }
}
