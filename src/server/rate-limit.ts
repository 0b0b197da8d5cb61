import type { GraphQLFormattedError } from 'graphql';
import { RateLimitedError } from '../model/errors.js';
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

  /** How long the caller must wait; 0 for not at all. */
  waitMs(caller: string): number {
    return this.#of(caller).emptyForMs(this.now());
  }

  spend(caller: string, calls: number): void {
    if (calls > 0) this.#of(caller).spend(calls, this.now());
  }

  #of(caller: string): TokenBucket {
    const bucket = this.#buckets.get(caller) ?? new TokenBucket(this.perSecond, Math.max(1, this.perSecond * burstSeconds), this.now());
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    if (this.#buckets.size > this.maxCallers) this.#buckets.delete(this.#buckets.keys().next().value!);
    return bucket;
  }
}

/** Refuses an operation while its caller's bucket is empty; what it cost is taken off when it is done. */
export function rateLimited(
  operations: Operations,
  buckets: CallerBuckets,
  formatError: (error: unknown, requestId: string) => GraphQLFormattedError,
): Operations {
  return {
    ...operations,
    async run(operation) {
      const { caller, usage } = operation.context;
      const waitMs = buckets.waitMs(caller.name);
      if (waitMs > 0) return { errors: [formatError(new RateLimitedError(waitMs), operation.requestId)], wrongMethod: false };
      try {
        return await operations.run(operation);
      } finally {
        buckets.spend(caller.name, usage.calls);
      }
    },
  };
}
