/* The buckets of callers in a real Redis. */

import { RedisBuckets } from '../../../src/storage/redis/redis-buckets.js';
import { createOpenConnection, RedisLink } from '../../../src/storage/redis/redis-link.js';
import { closedAfterwards } from '../../support/afterwards.js';
import { describeWithRedis, RedisServer } from '../../support/redis-server.js';

describeWithRedis('rate limits in Redis', () => {
  test('a bucket that was emptied while the clock of Redis was ahead is full when the clock is right again', async () => {
    const redis = await RedisServer.start();
    const options = { prefix: 'p:', timeoutMs: 1_000, now: () => performance.now(), random: Math.random };
    const link = new RedisLink({ ...options, open: await createOpenConnection(redis.url), onOutage: () => {}, onRecovery: () => {} });
    closedAfterwards(link);
    await link.start();
    const buckets = new RedisBuckets(link, (caller) => caller);
    const rules = { perSecond: 0.001, capacity: 2 };
    expect(await buckets.reserve('app', rules, 2)).toBe(0);
    expect(await buckets.reserve('app', rules, 1)).toBeGreaterThan(0);
    await redis.command('HSET', 'p:bucket:app', 'at', String(Date.now() + 25 * 60 * 60 * 1000));
    expect(await buckets.reserve('app', rules, 2)).toBe(0);
    expect(await buckets.reserve('app', rules, 1)).toBeGreaterThan(0);
  });
});
