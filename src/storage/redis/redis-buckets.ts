/*
 * The token buckets of callers in Redis, by the rules of the bucket in a process (primitives/token-bucket.ts). A bucket is
 * its tokens and the time of the last change by the clock of Redis, in one string: a script writes with one command
 * (redis-outcomes.ts). A missing bucket is a full one. So is any other value, and a bucket of a later time: the clock was set back, and it
 * would not fill until it is that late again.
 */

import type { BucketRules, BucketStore } from '../../primitives/token-bucket.js';
import type { WaitBudget } from '../../primitives/waiting.js';
import type { RedisLink } from './redis-link.js';

/** Reads the bucket: its `tokens` now, and the function `store` that writes them. */
const loadBucket = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local rate, capacity = tonumber(ARGV[1]), tonumber(ARGV[2])
local stored, tokens = redis.pcall('GET', KEYS[1]), capacity
local left, at = string.match(type(stored) == 'string' and stored or '', '^(%S+) (%S+)$')
left, at = tonumber(left), tonumber(at)
if left and at and now >= at then tokens = math.min(capacity, left + (now - at) / 1000 * rate) end
local store = function()
  redis.call('SET', KEYS[1], string.format('%.17g %.0f', tokens, now), 'PX', math.ceil((capacity - tokens) / rate * 1000) + 1000)
end
`;

/** Takes all of the tokens, or none. Returns 0, or the milliseconds until they can be taken. */
const reserveScript = `${loadBucket}
local wanted = tonumber(ARGV[3])
local missing = math.min(wanted, capacity) - tokens
if missing > 0.000001 then return math.ceil(missing / rate * 1000) end
tokens = tokens - wanted
store()
return 0
`;

const settleScript = `${loadBucket}
tokens = math.min(capacity, tokens + tonumber(ARGV[3]))
store()
return 0
`;

/**
 * The buckets of all callers, shared by all replicas.
 * @param digest a keyed digest, so that Redis contains no name and no address of a caller
 */
export class RedisBuckets implements BucketStore {
  constructor(
    private readonly link: RedisLink,
    private readonly digest: (text: string) => string,
  ) {}

  reserve(caller: string, rules: BucketRules, tokens: number, storeWait?: WaitBudget): Promise<number | null> {
    return this.link.command(this.#command(reserveScript, caller, rules, tokens), storeWait).then(Number, () => null);
  }

  settle(caller: string, rules: BucketRules, tokens: number): void {
    void this.link.command(this.#command(settleScript, caller, rules, tokens)).catch(() => {});
  }

  #command(script: string, caller: string, { perSecond, capacity }: BucketRules, tokens: number): readonly string[] {
    const key = this.link.prefixed(`tokens:${this.digest(caller)}`);
    return ['EVAL', script, '1', key, String(perSecond), String(capacity), String(tokens)];
  }
}
