/* Channels over a real Redis: which process receives which text, and when. */

import { setTimeout as pause } from 'node:timers/promises';
import { Secret } from '../../../src/primitives/secret.js';
import { RedisChannels } from '../../../src/storage/redis/redis-channels.js';
import { loadRedisClients } from '../../../src/storage/redis/redis-link.js';
import { createSeal } from '../../../src/storage/seal.js';
import { closedAfterwards } from '../../support/afterwards.js';
import { linkTo } from '../../support/redis-link.js';
import { describeWithRedis, RedisServer } from '../../support/redis-server.js';
import { stopTimeouts } from '../../support/stopped-clock.js';
import { until } from '../../support/until.js';

const seal = createSeal(new Secret('private'));

test('channels that are closed end their connection, and subscribe no more', async () => {
  const subscriber = { subscribe: jest.fn(() => Promise.reject(new Error())), destroy: jest.fn() };
  const link = await linkTo(() => ({}) as never);
  const { pass } = stopTimeouts();
  const channels = new RedisChannels(link, () => subscriber, seal, 'one');
  channels.subscribe('check-in', () => {});
  await until(() => jest.getTimerCount() >= 1);
  await channels.close();
  pass(60_000);
  channels.subscribe('other', () => {});
  expect([subscriber.subscribe.mock.calls.length, subscriber.destroy.mock.calls.length]).toEqual([1, 1]);
});

describeWithRedis('event channels over Redis', () => {
  let redis: RedisServer;
  beforeEach(async () => void (redis = await RedisServer.start()));

  async function processWith(sender: string, onRefusal?: (cause: string) => void) {
    const { openSubscriber } = await loadRedisClients(redis.url);
    // A link that is down loses what is published. It may be, for a moment, on a machine that is busy with other tests.
    const link = await linkTo(redis.url, { prefix: 'test:', timeoutMs: 10_000 });
    const channel = closedAfterwards(new RedisChannels(link, openSubscriber, seal, sender, onRefusal));
    await link.start();
    await until(() => link.isUp);
    return { link, channel };
  }

  /** Subscribes, and returns what has been received. */
  const received = (channel: RedisChannels, name: string) => {
    const texts: string[] = [];
    return { texts, end: channel.subscribe(name, (text) => texts.push(text)) };
  };
  const subscribers = async (name: string) => ((await redis.command('PUBSUB', 'NUMSUB', `test:${name}`)) as [string, number])[1];

  test('channels deliver a text once to every subscriber of every process, to no other channel, and none of a stranger', async () => {
    const [one, two] = [await processWith('one'), await processWith('two')];
    const here = received(one.channel, 'check-in');
    const there = [received(two.channel, 'check-in'), received(two.channel, 'check-in')];
    const other = received(two.channel, 'other');
    await until(async () => (await subscribers('check-in')) === 2 && (await subscribers('other')) === 1);
    await one.channel.publish('check-in', 'first text');
    // Of a stranger, who repeats what was sent to another channel too.
    for (const text of ['x forged', seal.seal('x repeated', 'other')]) await redis.command('PUBLISH', 'test:check-in', text);
    await one.channel.publish('check-in', 'second text');
    await until(async () => there.every(({ texts }) => texts.length === 2));
    const both = ['first text', 'second text'];
    expect({ here: here.texts, there: there.map(({ texts }) => texts), other: other.texts }).toEqual({
      here: both,
      there: [both, both],
      other: [],
    });
  });

  test('rights that are missing are reported once and leave the link up; with them, the subscription begins', async () => {
    await redis.command('ACL', 'SETUSER', 'default', '-subscribe', '-publish');
    const causes: string[] = [];
    const { channel, link } = await processWith('one', (cause) => causes.push(cause));
    received(channel, 'check-in');
    for (const text of ['first', 'second']) await channel.publish('check-in', text);
    expect(link.isUp).toBe(true);
    await until(() => causes.length > 1);
    await redis.command('ACL', 'SETUSER', 'default', '+subscribe');
    await until(async () => (await subscribers('check-in')) === 1);
    expect(causes.toSorted()).toEqual(['NOPERM PUBLISH', 'NOPERM SUBSCRIBE']);
  });

  test('channels subscribe after an outage, again or for the first time, and serve their own process meanwhile', async () => {
    const refusals: string[] = [];
    const [one, two, three] = [
      await processWith('one', (cause) => refusals.push(cause)),
      await processWith('two'),
      await processWith('three'),
    ];
    const [here, there] = [received(one.channel, 'check-in'), received(two.channel, 'check-in')];
    await until(async () => (await subscribers('check-in')) === 2);
    await redis.kill();
    await until(() => !two.link.isUp);
    const [first, other] = [received(three.channel, 'check-in'), received(two.channel, 'other')];
    await one.channel.publish('check-in', 'while it is down');
    const texts = () => [here, there, first, other].map((subscriber) => subscriber.texts);
    expect(texts()).toEqual([['while it is down'], [], [], []]);
    await redis.run();
    await until(async () => one.link.isUp && (await subscribers('check-in')) === 3 && (await subscribers('other')) === 1);
    for (const name of ['check-in', 'other']) await one.channel.publish(name, 'afterwards');
    await until(async () => [there, first, other].every((subscriber) => subscriber.texts.length === 1));
    expect(texts()).toEqual([['while it is down', 'afterwards'], ['afterwards'], ['afterwards'], ['afterwards']]);
    expect(refusals).toEqual([]);
  });

  test('channels subscribe again if only their own connection ends', async () => {
    const [one, two] = [await processWith('one'), await processWith('two')];
    const { texts } = received(one.channel, 'check-in');
    await until(async () => (await subscribers('check-in')) === 1);
    await redis.command('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await until(async () => (await subscribers('check-in')) === 1);
    await two.channel.publish('check-in', 'text');
    await until(async () => texts.length > 0);
    expect({ texts, isUp: one.link.isUp }).toEqual({ texts: ['text'], isUp: true });
  });

  test('a subscriber that comes right after the last one has left receives what other processes send, once', async () => {
    const [one, two] = [await processWith('one'), await processWith('two')];
    received(one.channel, 'check-in').end();
    const first = received(one.channel, 'check-in');
    await until(async () => (await subscribers('check-in')) === 1);
    first.end();
    const { texts } = received(one.channel, 'check-in');
    await two.channel.publish('check-in', 'text');
    await until(() => texts.length > 0);
    await pause(50);
    expect(texts).toEqual(['text']);
  });
});
