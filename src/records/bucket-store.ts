import type { BucketRules } from '../primitives/token-bucket.js';
import type { WaitBudget } from '../primitives/waiting.js';

/** The token buckets of the rate limit, one for each caller, in a store that several processes share. */
export interface BucketStore {
  /** Takes tokens. @returns 0 if they were taken, the milliseconds until they can be, or null if the store cannot be used now */
  reserve(caller: string, rules: BucketRules, tokens: number, storeWait?: WaitBudget): Promise<number | null>;
  /** Puts tokens back, or takes more if the number is negative. No operation waits for it. */
  settle(caller: string, rules: BucketRules, tokens: number): void;
}
