/* Links to Redis with the settings of tests. */

import { loadRedisClients, RedisLink, type LinkOptions } from '../../src/storage/redis/redis-link.js';
import { closedAfterwards } from './afterwards.js';

/** A link that has been opened, and is closed after the test. @param url of a Redis, or a function that opens its connections */
export async function startedLink(url: string | LinkOptions['open'], options: Partial<LinkOptions> = {}): Promise<RedisLink> {
  const link = await linkTo(url, options);
  await link.start();
  return link;
}

/** The same, not opened yet. */
export async function linkTo(url: string | LinkOptions['open'], options: Partial<LinkOptions> = {}): Promise<RedisLink> {
  return closedAfterwards(
    new RedisLink({
      open: typeof url === 'string' ? (await loadRedisClients(url)).open : url,
      prefix: 'p:',
      timeoutMs: 1_000,
      now: () => performance.now(),
      random: Math.random,
      onOutage: () => {},
      onRecovery: () => {},
      ...options,
    }),
  );
}
