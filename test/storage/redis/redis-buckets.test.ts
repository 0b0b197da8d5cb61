/* The buckets of callers in a real Redis. */

import { TokenBucket } from '../../../src/primitives/token-bucket.js';
import { RedisBuckets } from '../../../src/storage/redis/redis-buckets.js';
import { startedLink } from '../../support/redis-link.js';
import { describeWithRedis, RedisServer } from '../../support/redis-server.js';

describeWithRedis('rate limits in Redis', () => {
  const rules = { perSecond: 0.001, capacity: 2 };
  let redis: RedisServer;
  let buckets: RedisBuckets;
  beforeAll(async () => {
    redis = await RedisServer.start();
    buckets = new RedisBuckets(await startedLink(redis.url), (caller) => caller);
  });

  test('a bucket grants what one of this process does, and is stored until it is full', async () => {
    const bucket = new TokenBucket(rules, 0);
    const steps = [
      [1, 0.5],
      [2, -1],
      [1, 3],
      [5, 1],
      [1, 9],
    ] as const;
    for (const [tokens, returned] of steps) {
      const expected = bucket.reserve(tokens, 0);
      const waitMs = await buckets.reserve('app', rules, tokens);
      expect(waitMs).toBeCloseTo(expected, -5);
      expect(waitMs === 0).toBe(expected === 0);
      bucket.add(returned, 0);
      buckets.settle('app', rules, returned);
    }
    expect(await buckets.reserve('app', rules, 2)).toBe(0);
    expect(await redis.command('PTTL', 'p:tokens:app')).toBeCloseTo(2_000_000, -5);
  });

  test('a bucket fills with time, and is full when the clock of Redis was set back', async () => {
    const emptied = (at: number) => redis.command('SET', 'p:tokens:app', `0 ${at}`);
    await emptied(Date.now() - 1_500_000);
    expect(await buckets.reserve('app', rules, 1)).toBe(0);
    expect(await buckets.reserve('app', rules, 1)).toBeCloseTo(500_000, -5);
    await emptied(Date.now() + 25 * 60 * 60 * 1000);
    expect(await buckets.reserve('app', rules, 2)).toBe(0);
    expect(await buckets.reserve('app', rules, 1)).toBeGreaterThan(0);
    expect(redis.written()).not.toContain('MULTI');
  });

  test('a value that is no bucket counts as a full one, however long it is', async () => {
    await redis.command('LPUSH', 'p:tokens:list', 'x');
    for (const text of ['x'.repeat(100_000), '5 abc', 'abc 5']) await redis.command('SET', `p:tokens:${text[0]}`, text);
    for (const caller of ['list', 'x', '5', 'a']) {
      expect(await buckets.reserve(caller, rules, 2)).toBe(0);
      expect(await buckets.reserve(caller, rules, 1)).toBeGreaterThan(0);
    }
  });
});
