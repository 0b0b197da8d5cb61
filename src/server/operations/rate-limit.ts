/*
 * The rate limit of callers, counted in calls to the event service, not in requests.
 *
 * How many calls an operation makes is known exactly only afterwards: cached content needs no call, and equal reads of
 * other operations share one. If the limit were checked afterwards, a caller could start any number of operations at once. So
 * an operation reserves the calls that it plans before execution starts (graph/cost computes them), and the reservation is
 * settled when the operation ends:
 *
 *   reserve   planned calls are taken from the caller's bucket. If it has too few, the operation is refused with
 *             RATE_LIMITED and the time until the same reservation would be granted.
 *   settle    the difference between planned calls and attempts is returned, or taken if there were more attempts, such as
 *             retries. Operations that were refused or never executed made none and get everything back.
 *
 * Several processes can share the buckets. If the store of shared buckets cannot be used, the bucket of this process decides.
 */

import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { TokenBucket, type BucketRules, type BucketStore } from '../../primitives/token-bucket.js';
import { maxTimerMs, type WaitBudget } from '../../primitives/waiting.js';
import { RateLimitedError } from '../../records/errors.js';

/** A full bucket contains the calls of this many seconds, at least one call. */
const burstSeconds = 2;

/** A bucket for each caller. Beyond the maximum, the least recently used bucket of this process is dropped; it is most likely full. */
export class CallerBuckets {
  readonly #buckets: LRUCache<string, TokenBucket>;
  readonly rules: BucketRules;

  /** @param store the buckets that several processes share; null if each process has its own */
  constructor(
    perSecond: number,
    readonly now: () => number,
    readonly store: BucketStore | null,
    maxCallers = 10_000,
  ) {
    this.#buckets = new LRUCache({ max: maxCallers });
    this.rules = { perSecond, capacity: Math.max(1, perSecond * burstSeconds) };
  }

  /** Returns the reservation of one operation, of no calls yet. @param storeWait how long the operation may wait for shared buckets */
  reservation(caller: string, storeWait?: WaitBudget): CallReservation {
    return new CallReservation(this, caller, storeWait);
  }

  /** The bucket of a caller in this process. */
  bucketOf(caller: string): TokenBucket {
    let bucket = this.#buckets.get(caller);
    if (bucket === undefined) this.#buckets.set(caller, (bucket = new TokenBucket(this.rules, this.now())));
    return bucket;
  }
}

/** The calls that one operation takes from its caller's bucket: reserved before execution, settled once at the end. */
export class CallReservation {
  #reserved = 0;
  /** Whether calls are taken from the bucket of this process. */
  #isLocal: boolean;

  constructor(
    private readonly buckets: CallerBuckets,
    private readonly caller: string,
    private readonly storeWait: WaitBudget | undefined,
  ) {
    this.#isLocal = buckets.store === null;
  }

  /**
   * Reserves calls. A promise only if the buckets are shared.
   * @throws RateLimitedError with the time until the same reservation would be granted
   */
  reserve(calls: number): void | Promise<void> {
    const { store } = this.buckets;
    if (store === null) this.#reserveHere(calls);
    else if (calls > 0) return this.#reserveIn(store, calls);
  }

  /**
   * Waits until the limit permits the calls, so that it delays an event of a subscription but never drops it. Later events wait behind it.
   * @throws an error if the subscriber leaves before
   */
  async reserveWhenPermitted(calls: number, left: AbortSignal): Promise<void> {
    for (;;) {
      try {
        return await this.reserve(calls);
      } catch (error) {
        if (!(error instanceof RateLimitedError)) throw error;
        await setTimeout(Math.min(error.retryAfterMs, maxTimerMs), undefined, { signal: left, ref: false });
      }
    }
  }

  /** Returns what was not used to the bucket, or takes what was used beyond the reservation. It is called once. @param used attempts */
  settle(used: number): void {
    const { buckets, caller } = this;
    if (this.#isLocal) buckets.bucketOf(caller).add(this.#reserved - used, buckets.now());
    else if (used !== this.#reserved) buckets.store?.settle(caller, buckets.rules, this.#reserved - used);
  }

  #reserveHere(calls: number): void {
    this.#granted(this.buckets.bucketOf(this.caller).reserve(calls, this.buckets.now()), calls);
  }

  async #reserveIn(store: BucketStore, calls: number): Promise<void> {
    const waitMs = await store.reserve(this.caller, this.buckets.rules, calls, this.storeWait);
    this.#isLocal = waitMs === null;
    if (waitMs === null) this.#reserveHere(calls);
    else this.#granted(waitMs, calls);
  }

  #granted(waitMs: number, calls: number): void {
    if (waitMs > 0) throw new RateLimitedError(waitMs);
    this.#reserved += calls;
  }
}
