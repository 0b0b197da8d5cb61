import { RateLimitedError } from '../../model/errors.js';
import type { Operations } from './operations.js';
import { TokenBucket } from './token-bucket.js';

/** So many seconds' worth may be spent at once, and one call in any case. */
const burstSeconds = 2;

/** The buckets of all callers, at most so many; the one used longest ago is forgotten first, most likely full again. */
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

  /** The calls of one operation of a caller, none reserved yet. */
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

/** What one operation takes from its caller's bucket: reserved before it starts, settled once when it is over. */
export class Charge {
  #reserved = 0;
  #settled = false;

  constructor(
    private readonly bucket: TokenBucket,
    private readonly now: () => number,
  ) {}

  /** @throws RateLimitedError with the time until the same reservation would be granted */
  reserve(calls: number): void {
    const waitMs = this.bucket.reserve(calls, this.now());
    if (waitMs > 0) throw new RateLimitedError(waitMs);
    this.#reserved += calls;
  }

  /** Gives back what was not used; calls beyond the reservation are taken as well. */
  settle(used: number): void {
    if (this.#settled) return;
    this.#settled = true;
    this.bucket.settle(this.#reserved, used, this.now());
  }
}

/** Starts an operation only where its caller's bucket grants the calls that it plans. */
export function rateLimited(operations: Operations, buckets: CallerBuckets): Operations {
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
