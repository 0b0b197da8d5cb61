import { RateLimitedError } from '../../model/errors.js';
import type { Operations } from './operations.js';
import { TokenBucket } from './token-bucket.js';

/*
 * The rate limit of callers, counted in calls to the event service, not in requests.
 *
 * How many calls an operation makes is known exactly only afterwards: cached content needs no call, and identical reads of
 * other operations share one. If the limit were checked afterwards, a caller could start any number of operations at once. So
 * an operation reserves the calls that it plans before execution starts (graph/cost computes them), and the reservation is
 * settled when the operation ends:
 *
 *   reserve   planned calls are taken from the caller's bucket. If it has too few, the operation is rejected with
 *             RATE_LIMITED and the time until the same reservation would be granted.
 *   settle    the difference between planned and actual calls is refunded, or taken if there were more calls, retries for
 *             example. Operations that were rejected or never executed made no calls and get everything back.
 *
 * An operation whose planned reads are all in the cache reserves nothing.
 */

/** A full bucket contains the calls of this many seconds, at least one call. */
const burstSeconds = 2;

/** A bucket for each caller. Beyond the maximum, the least recently used bucket is dropped; it is most likely full. */
export class CallerBuckets {
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(
    private readonly perSecond: number,
    private readonly now: () => number,
    private readonly maxCallers = 10_000,
  ) {}

  get size(): number {
    return this.#buckets.size;
  }

  /** Returns the charge of one operation. Nothing is reserved yet. */
  charge(caller: string): Charge {
    return new Charge(this.#of(caller), this.now);
  }

  #of(caller: string): TokenBucket {
    const bucket = this.#buckets.get(caller) ?? new TokenBucket(this.perSecond, Math.max(1, this.perSecond * burstSeconds), this.now());
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    if (this.#buckets.size > this.maxCallers) this.#buckets.delete(this.#buckets.keys().next().value!);
    return bucket;
  }
}

/** The calls that one operation takes from its caller's bucket: reserved before execution, settled once at the end. */
export class Charge {
  #reserved = 0;
  #settled = false;

  constructor(
    private readonly bucket: TokenBucket,
    private readonly now: () => number,
  ) {}

  /** Reserves calls. @throws RateLimitedError with the time until the same reservation would be granted */
  reserve(calls: number): void {
    const waitMs = this.bucket.reserve(calls, this.now());
    if (waitMs > 0) throw new RateLimitedError(waitMs);
    this.#reserved += calls;
  }

  /** Refunds unused calls, or takes calls beyond the reservation. Further calls of this method have no effect. */
  settle(used: number): void {
    if (this.#settled) return;
    this.#settled = true;
    this.bucket.settle(this.#reserved, used, this.now());
  }
}

/** Wraps operations: rejects those whose planned calls exceed the caller's rate limit. null: no limit. */
export function rateLimited(operations: Operations, buckets: CallerBuckets | null): Operations {
  if (buckets === null) return operations;
  return {
    ...operations,
    async run(operation) {
      const { caller, usage, activities } = operation.context;
      const charge = buckets.charge(caller.name);
      try {
        return await operations.run({
          ...operation,
          admit: ({ upstreamCalls, contentReads }, variables) => {
            const cached = upstreamCalls > 0 && contentReads !== null && contentReads(variables).every((read) => activities.isCached(read));
            charge.reserve(cached ? 0 : upstreamCalls);
          },
        });
      } finally {
        charge.settle(usage.calls);
      }
    },
  };
}
