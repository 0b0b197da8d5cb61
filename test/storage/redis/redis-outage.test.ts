/* The causes of outages that a real Redis has. One whose user lacks a right counts as down from the first connection on. */

import { ConnectionTimeoutError } from '@redis/client';
import { outageCause, outageHint } from '../../../src/storage/redis/redis-outage.js';
import { startedLink } from '../../support/redis-link.js';
import { describeWithRedis, RedisServer } from '../../support/redis-server.js';

describeWithRedis('a Redis that ends', () => {
  test('the end of a Redis is an outage with the cause CONNECTION_CLOSED', async () => {
    const redis = await RedisServer.start();
    const cause = new Promise((onOutage) => void startedLink(redis.url, { onOutage }).then(() => redis.kill()));
    expect(await cause).toBe('CONNECTION_CLOSED');
    expect(outageHint('CONNECTION_CLOSED')).toContain('look at its log');
  });
});

test('a Redis that a firewall hides is an outage with the cause ETIMEDOUT', () => {
  expect(outageCause(new ConnectionTimeoutError())).toBe('ETIMEDOUT');
  expect(outageHint('ETIMEDOUT')).toContain('firewalls');
});

describeWithRedis('the rights of the user of Redis', () => {
  /** Starts a link, and another one if this machine was too busy. @returns whether it is up, and the causes of outages */
  async function linkTo(url: string) {
    for (;;) {
      const causes: string[] = [];
      const link = await startedLink(url, { onOutage: (cause) => causes.push(cause) });
      const { isUp } = link;
      await link.close();
      if (!causes.includes('TIMEOUT')) return { isUp, causes };
    }
  }

  test('Redis is down with a cause that names the first right that is missing, and up with all of them', async () => {
    const redis = await RedisServer.start();
    const url = redis.url.replace('//', '//user:password@');
    for (const missing of ['eval', 'set', 'get', 'time']) {
      await redis.command('ACL', 'SETUSER', 'user', 'reset', 'on', '>password', '~p:*', '+@all', `-${missing}`);
      const cause = `NOPERM ${missing.toUpperCase()}`;
      expect(await linkTo(url)).toEqual({ isUp: false, causes: [cause] });
      expect(outageHint(cause)).toContain(`the right to run ${missing.toUpperCase()}`);
    }
    await redis.command('ACL', 'SETUSER', 'user', 'reset', 'on', '>password', '~other:*', '+@all');
    expect(await linkTo(url)).toEqual({ isUp: false, causes: ['NOPERM'] });
    await redis.command('ACL', 'SETUSER', 'user', '+@all', '~p:*');
    expect(await linkTo(url)).toEqual({ isUp: true, causes: [] });
  });

  test('a right that is removed later, so that a script lacks it, is the cause', async () => {
    const redis = await RedisServer.start();
    await redis.command('ACL', 'SETUSER', 'default', '-set');
    const refusal: unknown = await redis
      .command('EVAL', "return redis.call('SET', KEYS[1], 'a')", '1', 'p:1')
      .catch((error: unknown) => error);
    expect(outageCause(refusal)).toMatch(/^NOPERM/);
  });

  test.each(['EVAL', 'SET'])('a Redis in which %s is renamed is down too', async (command) => {
    const redis = await RedisServer.start(['--rename-command', command, '']);
    expect(await linkTo(redis.url)).toEqual({ isUp: false, causes: [`NOPERM ${command}`] });
  });

  test('a Redis in which another program has written the salt is down, and the hint says so', async () => {
    const redis = await RedisServer.start();
    await redis.command('LPUSH', 'p:salt', 'x');
    expect(await linkTo(redis.url)).toEqual({ isUp: false, causes: ['WRONGTYPE'] });
    expect(outageHint('WRONGTYPE')).toContain('a prefix of its own');
  });

  test('a Redis that has too few replicas is down, and the hint names the setting', async () => {
    const redis = await RedisServer.start(['--min-replicas-to-write', '1']);
    expect(await linkTo(redis.url)).toEqual({ isUp: false, causes: ['NOREPLICAS'] });
    expect(outageHint('NOREPLICAS')).toContain('min-replicas-to-write');
  });

  test('a Redis without room for a further client is down, and the hint names that limit, not the password', async () => {
    const redis = await RedisServer.start();
    await redis.command('CONFIG', 'SET', 'maxclients', '1');
    await startedLink(redis.url);
    expect(await linkTo(redis.url)).toEqual({ isUp: false, causes: ['MAXCLIENTS'] });
    expect(outageHint('MAXCLIENTS')).toContain('maxclients');
  });
});
