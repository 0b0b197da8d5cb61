/*
 * One rate limit for several workers, without a message for each operation.
 *
 * The parent has the buckets. A worker that needs tokens of a caller borrows some more, and the next operations of the caller take from this
 * loan. With RATE_LIMIT=80 and four workers, for example, a bucket has 160 tokens. A worker that needs 1 borrows 6, so the next five
 * operations of one call cost no message.
 *
 * - All loans together have at most an eighth of the bucket (20 here), which the limit grants in a quarter of a second. So a caller may be
 *   refused that much too early, while other workers have tokens left.
 * - No more is spent than the limit permits, because lent tokens are taken from the bucket. Loans of a worker that is killed are lost.
 * - Reserved tokens that were not spent return to the loan; a loan that is not used for a quarter of a second returns to the bucket.
 * - A worker remembers a refusal for a moment, and refuses by itself what needs as many tokens or more. So a caller that keeps exceeding
 *   its limit costs no message for each operation.
 */

import { LRUCache } from 'lru-cache';
import type { BucketStore } from '../../model/bucket-store.js';
import { TokenBucket, type BucketRules } from '../../primitives/token-bucket.js';

/** A worker's request for `needed` tokens. `left` are those of its loan that it still has; negative if it has spent more than it borrowed. */
export interface LoanRequest {
  readonly caller: string;
  readonly rules: BucketRules;
  readonly needed: number;
  readonly left: number;
}

/** The rest of a loan, which returns to the bucket. */
export type ReturnedLoan = Omit<LoanRequest, 'needed'>;

/** Tokens, at least as many as were needed, or the milliseconds until they can be borrowed. */
export type LoanReply = { readonly tokens: number } | { readonly waitMs: number };

/** The part of a full bucket that the loans of all workers have together. */
const lentPart = 1 / 8;

/** The maximum number of tokens in the loan of one worker. */
const maxLoanOf = ({ capacity }: BucketRules, workers: number): number => (capacity * lentPart) / workers;

/** The buckets in the parent. Beyond the maximum, the least recently used bucket is dropped; it is most likely full. */
export class BucketLender {
  readonly #buckets: LRUCache<string, TokenBucket>;
  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly workers: number,
    private readonly now: () => number,
    maxCallers = 10_000,
  ) {
    this.#buckets = new LRUCache({ max: maxCallers });
  }

  lend({ caller, rules, needed, left }: LoanRequest): LoanReply {
    const now = this.now();
    const bucket = this.#bucketOf(caller, rules);
    bucket.settle(left, 0, now);
    const waitMs = bucket.reserve(needed, now);
    if (waitMs > 0) return { waitMs };
    const extra = Math.max(0, Math.min(maxLoanOf(rules, this.workers), bucket.tokens(now)));
    bucket.settle(0, extra, now);
    return { tokens: needed + extra };
  }

  takeBack({ caller, rules, left }: ReturnedLoan): void {
    this.#bucketOf(caller, rules).settle(left, 0, this.now());
  }

  #bucketOf(caller: string, rules: BucketRules): TokenBucket {
    let bucket = this.#buckets.get(caller);
    if (bucket === undefined) this.#buckets.set(caller, (bucket = new TokenBucket(rules, this.now())));
    return bucket;
  }
}

/** The parent of a worker, which lends it tokens of the buckets. */
export interface Lender {
  lend(request: LoanRequest): Promise<LoanReply>;
  takeBack(loan: ReturnedLoan): void;
}

interface Loan {
  readonly rules: BucketRules;
  tokens: number;
  /** Since the last sweep. */
  used: boolean;
  /** The last refusal of the parent, for a moment. */
  refused: { readonly needed: number; readonly waitMs: number } | null;
}

const sweepEveryMs = 250;
const rememberRefusalMs = 50;

/** The buckets of the parent, in a worker: it borrows from them. */
export class BorrowingBuckets implements BucketStore {
  readonly #loans = new Map<string, Loan>();
  #sweeping = false;

  /** @param after calls back later, without keeping the process running */
  constructor(
    private readonly parent: Lender,
    private readonly workers: number,
    private readonly after: (ms: number, callback: () => void) => void,
  ) {}

  async reserve(caller: string, rules: BucketRules, tokens: number): Promise<number> {
    const loan = this.#loanOf(caller, rules);
    if (loan.tokens >= tokens) {
      loan.tokens -= tokens;
      return 0;
    }
    if (loan.refused !== null && tokens >= loan.refused.needed) {
      const further = Math.min(tokens, rules.capacity) - Math.min(loan.refused.needed, rules.capacity);
      return loan.refused.waitMs + Math.ceil((further / rules.perSecond) * 1000);
    }
    const left = loan.tokens;
    loan.tokens = 0;
    const reply = await this.parent.lend({ caller, rules, needed: tokens, left });
    if ('waitMs' in reply) {
      this.#remember(this.#loanOf(caller, rules), { needed: tokens, waitMs: reply.waitMs });
      return reply.waitMs;
    }
    this.#loanOf(caller, rules).tokens += reply.tokens - tokens;
    return 0;
  }

  settle(caller: string, rules: BucketRules, tokens: number): void {
    const loan = this.#loanOf(caller, rules);
    loan.tokens += tokens;
    const surplus = loan.tokens - maxLoanOf(rules, this.workers);
    if (surplus <= 0) return;
    loan.tokens -= surplus;
    this.parent.takeBack({ caller, rules, left: surplus });
  }

  #remember(loan: Loan, refusal: NonNullable<Loan['refused']>): void {
    loan.refused = refusal;
    this.after(Math.min(refusal.waitMs, rememberRefusalMs), () => {
      if (loan.refused === refusal) loan.refused = null;
    });
  }

  #loanOf(caller: string, rules: BucketRules): Loan {
    const loan = this.#loans.get(caller) ?? { rules, tokens: 0, used: true, refused: null };
    this.#loans.set(caller, loan);
    loan.used = true;
    if (!this.#sweeping) this.#sweepLater();
    return loan;
  }

  #sweepLater(): void {
    this.#sweeping = true;
    this.after(sweepEveryMs, () => {
      this.#sweeping = false;
      for (const [caller, loan] of this.#loans) {
        const { rules, tokens: left, used } = loan;
        loan.used = false;
        if (used) continue;
        this.#loans.delete(caller);
        if (left !== 0) this.parent.takeBack({ caller, rules, left });
      }
      if (this.#loans.size > 0) this.#sweepLater();
    });
  }
}
