import fc from 'fast-check';
import { CheckInFeeds, BoundedStream } from '../../../src/domain/check-in-events/check-in-feeds.js';
import type { Json } from '../../../src/primitives/json.js';
import type { ActivityId } from '../../../src/records/ids.js';
import { LocalChannels } from '../../../src/storage/channels.js';

const activity = 1001 as ActivityId;

function feedsOver(channels = new LocalChannels(), attendeeAt: readonly string[] | null = null) {
  let id = 0;
  const slow = { times: 0 };
  const options = {
    channels,
    attendeeAt,
    newId: () => `id-${(id += 1)}`,
    now: () => 1_700_000_000_000,
    onTooSlow: () => (slow.times += 1),
  };
  return { feeds: new CheckInFeeds(options), channels, slow };
}

test('a channel is subscribed to while there are subscribers, and no longer', async () => {
  const { feeds, channels } = feedsOver();
  expect(channels.channels).toEqual([]);
  const [first, second] = [feeds.subscribe(activity), feeds.subscribe(activity)];
  expect(channels.channels).toEqual(['check-ins:1001']);
  await first.return();
  expect(channels.channels).toEqual(['check-ins:1001']);
  await second.return();
  expect(channels.channels).toEqual([]);
});

test('close ends the subscriptions; later ones end immediately, without a channel', async () => {
  const { feeds, channels } = feedsOver();
  const before = feeds.subscribe(activity).next();
  await feeds.close();
  const ended = { value: undefined, done: true };
  expect([await before, await feeds.subscribe(activity).next()]).toEqual([ended, ended]);
  expect(channels.channels).toEqual([]);
});

test('up to 4 MB of check-ins wait for a subscriber', async () => {
  const { feeds, slow } = feedsOver();
  const idle = feeds.subscribe(activity);
  // A character beyond ASCII has three bytes.
  const megabyte = '签'.repeat(333_333);
  for (let number = 0; number < 4; number += 1) feeds.publish(activity, megabyte);
  expect({ idleWaiting: idle.waiting.length, slowTimes: slow.times }).toEqual({ idleWaiting: 4, slowTimes: 0 });
  feeds.publish(activity, megabyte);
  expect({ idleWaiting: idle.waiting.length, slowTimes: slow.times }).toEqual({ idleWaiting: 0, slowTimes: 1 });
});

test.each(['', 'no JSON', 'null', '{}', '{"id":"x","at":"now","payload":1}', '{"id":"x","at":1,"payload":null}'])(
  'a text of another program in the channel is ignored: %s',
  async (text) => {
    const { feeds, channels } = feedsOver();
    const stream = feeds.subscribe(activity);
    await channels.publish('check-ins:1001', text);
    feeds.publish(activity, 'ours');
    expect((await stream.next()).value.payload).toBe('ours');
  },
);

test.each<[Json, readonly string[] | null, number | null]>([
  [{ data: { participant_id: 7 } }, ['data', 'participant_id'], 7],
  [{ data: { participant_id: ' 7 ' } }, ['data', 'participant_id'], 7],
  [{ ids: ['6', '7'] }, ['ids', '1'], 7],
  [{ 'a/b': { '~': 7 } }, ['a/b', '~'], 7],
  [{ id: 7 }, null, null],
  [{ id: 7 }, ['ID'], null],
  [{ id: 0 }, ['id'], null],
  [{ id: 1.5 }, ['id'], null],
  [{ id: 'seven' }, ['id'], null],
  [{ id: true }, ['id'], null],
  [{ id: ['7'] }, ['id'], null],
  [['6'], ['-1'], null],
  [['6'], ['01'], null],
  [['6'], ['length'], null],
  [{}, ['constructor', 'length'], null],
  ['text', ['length'], null],
])('the attendee of %j at %j is %j', async (payload, attendeeAt, expected) => {
  const { feeds } = feedsOver(new LocalChannels(), attendeeAt);
  const stream = feeds.subscribe(activity);
  feeds.publish(activity, payload);
  expect((await stream.next()).value.attendeeServiceId).toBe(expected);
});

interface Item {
  readonly number: number;
  readonly bytes: number;
}
const item = (number: number, bytes = 1): Item => ({ number, bytes });
const streamOf = (items: number, bytes: number) => {
  const onEnd = jest.fn<void, [boolean]>();
  return { stream: new BoundedStream<Item>({ items, bytes }, onEnd), onEnd };
};
const ended = { value: undefined, done: true };

test('more bytes than may wait end the stream, but a single value may be larger', async () => {
  const { stream, onEnd } = streamOf(100, 10);
  stream.push(item(1, 50));
  expect(await stream.next()).toEqual({ value: item(1, 50), done: false });
  stream.push(item(2, 6));
  stream.push(item(3, 4));
  expect(onEnd).not.toHaveBeenCalled();
  stream.push(item(4, 1));
  expect(onEnd.mock.calls).toEqual([[true]]);
});

test('`return` ends the stream once, a pending `next` included', async () => {
  const { stream, onEnd } = streamOf(3, 3);
  const next = stream.next();
  await stream.return();
  await stream.return();
  stream.push(item(1));
  expect([await next, await stream.next()]).toEqual([ended, ended]);
  expect(onEnd.mock.calls).toEqual([[false]]);
});

test('a consumer receives every value in order until the stream ends, and never more wait than the bounds allow', async () => {
  const steps = fc.array(fc.oneof(fc.constant('next' as const), fc.integer({ min: 0, max: 8 })), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { stream, onEnd } = streamOf(4, 12);
      const received: Promise<IteratorResult<Item>>[] = [];
      let pushed = 0;
      for (const step of given) {
        // One next at a time, as the transports call it.
        if (step === 'next') await Promise.resolve().then(() => received.push(stream.next()));
        else stream.push(item((pushed += 1), step));
        const bytes = stream.waiting.reduce((sum, value) => sum + value.bytes, 0);
        expect(stream.waiting.length <= 4 && (bytes <= 12 || stream.waiting.length === 1)).toBe(true);
        if (step === 'next' && stream.waiting.length === 0) await stream.return();
      }
      await stream.return();
      const values = (await Promise.all(received)).flatMap((result) => (result.done ? [] : [result.value.number]));
      expect(values).toEqual(values.map((_, index) => index + 1));
      expect(onEnd).toHaveBeenCalledTimes(1);
    }),
  );
});
