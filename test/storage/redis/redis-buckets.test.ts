/* The buckets of callers in a real Redis. */

import { RedisBuckets } from '../../../src/storage/redis/redis-buckets.js';
import { startedLink } from '../../support/redis-link.js';
import { describeWithRedis, RedisServer } from '../../support/redis-server.js';

describeWithRedis('rate limits in Redis', () => {
  test('a bucket that was emptied while the clock of Redis was ahead is full when the clock is right again', async () => {
    const redis = await RedisServer.start();
    const link = await startedLink(redis.url);
    const buckets = new RedisBuckets(link, (caller) => caller);
    const rules = { perSecond: 0.001, capacity: 2 };
    expect(await buckets.reserve('app', rules, 2)).toBe(0);
    expect(await buckets.reserve('app', rules, 1)).toBeGreaterThan(0);
    await redis.command('SET', 'p:tokens:app', `0 ${Date.now() + 25 * 60 * 60 * 1000}`);
    expect(await buckets.reserve('app', rules, 2)).toBe(0);
    expect(await buckets.reserve('app', rules, 1)).toBeGreaterThan(0);
    expect(redis.written()).not.toContain('MULTI');
  });
});
