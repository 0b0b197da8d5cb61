/*
 * One rate limit for several workers, without a message for each operation.
 *
 * The buckets are in the parent. A worker that needs tokens of a caller asks for some more than it needs, and keeps the rest as
 * its lease: further operations of the caller take from the lease at once. Tokens that were reserved and not spent return to the
 * lease. A lease that is not used for a quarter of a second goes back to the bucket.
 *
 * - No more is spent than the limit permits, because tokens in a lease have been taken from the bucket. If a worker is killed, the
 *   tokens in its leases are lost; the bucket is refilled at its usual rate.
 * - A worker remembers a refusal for a moment, and refuses by itself what needs as many tokens or more. So a caller that keeps
 *   exceeding its limit costs no message for each operation.
 * - A caller may be refused although the leases of other workers have tokens left. All leases together have at most an eighth of
 *   the bucket, which is what the limit grants in a quarter of a second.
 */

import { LRUCache } from 'lru-cache';
import type { BucketRules, SharedBuckets } from './rate-limit.js';
import { TokenBucket } from './token-bucket.js';

/** A request of a worker, with what is left of its lease; the latter is negative if more was spent than was leased. */
export interface LeaseRequest {
  readonly caller: string;
  readonly rules: BucketRules;
  readonly needed: number;
  readonly left: number;
}

/** The rest of a lease, which returns to the bucket. */
export type Rest = Omit<LeaseRequest, 'needed'>;

/** Tokens, at least as many as were needed, or the milliseconds until they can be leased. */
export type LeaseReply = { readonly tokens: number } | { readonly waitMs: number };

/** The part of a full bucket that the leases of all workers have together. */
const leasedPart = 1 / 8;

/** The most that the lease of one worker has. */
const maxLeaseOf = ({ capacity }: BucketRules, workers: number): number => (capacity * leasedPart) / workers;

/** The buckets in the parent. Beyond the maximum, the least recently used bucket is dropped; it is most likely full. */
export class LeasedBuckets {
  readonly #buckets: LRUCache<string, TokenBucket>;
  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly workers: number,
    private readonly now: () => number,
    maxCallers = 10_000,
  ) {
    this.#buckets = new LRUCache({ max: maxCallers });
  }

  lease({ caller, rules, needed, left }: LeaseRequest): LeaseReply {
    const now = this.now();
    const bucket = this.#of(caller, rules);
    bucket.settle(left, 0, now);
    const waitMs = bucket.reserve(needed, now);
    if (waitMs > 0) return { waitMs };
    const extra = Math.max(0, Math.min(maxLeaseOf(rules, this.workers), bucket.tokens(now)));
    bucket.settle(0, extra, now);
    return { tokens: needed + extra };
  }

  /** Puts the rest of a lease back. */
  giveBack({ caller, rules, left }: Rest): void {
    this.#of(caller, rules).settle(left, 0, this.now());
  }

  #of(caller: string, { perSecond, capacity }: BucketRules): TokenBucket {
    let bucket = this.#buckets.get(caller);
    if (bucket === undefined) this.#buckets.set(caller, (bucket = new TokenBucket(perSecond, capacity, this.now())));
    return bucket;
  }
}

/** The parent of a worker. */
export interface Lender {
  lease(request: LeaseRequest): Promise<LeaseReply>;
  giveBack(rest: Rest): void;
}

interface Lease {
  readonly rules: BucketRules;
  tokens: number;
  /** Since the last sweep. */
  used: boolean;
  /** The last refusal of the parent, for a moment. */
  refused: { readonly needed: number; readonly waitMs: number } | null;
}

const sweepEveryMs = 250;
const rememberRefusalMs = 50;

/** The leases of one worker. */
export class TokenLeases implements SharedBuckets {
  readonly #leases = new Map<string, Lease>();
  #sweeping = false;

  /** @param after calls back later, without keeping the process running */
  constructor(
    private readonly lender: Lender,
    private readonly workers: number,
    private readonly after: (ms: number, callback: () => void) => void,
  ) {}

  /**
   * Takes tokens from the lease of a caller, or from a new one.
   * @returns 0 if they were taken, otherwise the milliseconds until they can be
   */
  async reserve(caller: string, rules: BucketRules, tokens: number): Promise<number> {
    const lease = this.#of(caller, rules);
    if (lease.tokens >= tokens) {
      lease.tokens -= tokens;
      return 0;
    }
    if (lease.refused !== null && tokens >= lease.refused.needed) {
      const further = Math.min(tokens, rules.capacity) - Math.min(lease.refused.needed, rules.capacity);
      return lease.refused.waitMs + Math.ceil((further / rules.perSecond) * 1000);
    }
    const left = lease.tokens;
    lease.tokens = 0;
    const reply = await this.lender.lease({ caller, rules, needed: tokens, left });
    if ('waitMs' in reply) {
      this.#remember(this.#of(caller, rules), { needed: tokens, waitMs: reply.waitMs });
      return reply.waitMs;
    }
    this.#of(caller, rules).tokens += reply.tokens - tokens;
    return 0;
  }

  /** Puts tokens back, or takes more if the number is negative. */
  settle(caller: string, rules: BucketRules, tokens: number): void {
    const lease = this.#of(caller, rules);
    lease.tokens += tokens;
    const surplus = lease.tokens - maxLeaseOf(rules, this.workers);
    if (surplus <= 0) return;
    lease.tokens -= surplus;
    this.lender.giveBack({ caller, rules, left: surplus });
  }

  #remember(lease: Lease, refusal: NonNullable<Lease['refused']>): void {
    lease.refused = refusal;
    this.after(Math.min(refusal.waitMs, rememberRefusalMs), () => {
      if (lease.refused === refusal) lease.refused = null;
    });
  }

  #of(caller: string, rules: BucketRules): Lease {
    const lease = this.#leases.get(caller) ?? { rules, tokens: 0, used: true, refused: null };
    this.#leases.set(caller, lease);
    lease.used = true;
    if (!this.#sweeping) this.#sweepLater();
    return lease;
  }

  #sweepLater(): void {
    this.#sweeping = true;
    this.after(sweepEveryMs, () => {
      this.#sweeping = false;
      for (const [caller, lease] of this.#leases) {
        const { rules, tokens: left, used } = lease;
        lease.used = false;
        if (used) continue;
        this.#leases.delete(caller);
        if (left !== 0) this.lender.giveBack({ caller, rules, left });
      }
      if (this.#leases.size > 0) this.#sweepLater();
    });
  }
}
