/* How pushed check-ins reach subscribers, and which attendee they name. */

import { CheckInFeeds } from '../../src/domain/check-ins.js';
import type { Json } from '../../src/primitives/json-text.js';
import type { ActivityId } from '../../src/records/ids.js';
import { LocalChannels } from '../../src/storage/channels.js';

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

// A character beyond ASCII has three bytes.
const megabyte = '签'.repeat(333_333);
test.each([
  ['4 MB of check-ins', megabyte, 4],
  ['1,000 check-ins', '', 1_000],
])('up to %s wait for a subscriber, or a single one', async (_most, payload, most) => {
  const { feeds, slow } = feedsOver();
  const idle = feeds.subscribe(activity);
  for (let number = 0; number < most; number += 1) feeds.publish(activity, payload);
  expect({ idleWaiting: idle.waiting.length, slowTimes: slow.times }).toEqual({ idleWaiting: most, slowTimes: 0 });
  feeds.publish(activity, payload);
  expect({ idleWaiting: idle.waiting.length, slowTimes: slow.times }).toEqual({ idleWaiting: 0, slowTimes: 1 });
  const single = feeds.subscribe(activity);
  feeds.publish(activity, megabyte.repeat(5));
  expect((await single.next()).done).toBe(false);
});

test.each([
  '',
  'no JSON',
  'null',
  '{}',
  '{"id":"x","at":"now","payload":1}',
  '{"id":"x","at":1,"payload":null}',
  '{"id":"x","at":1}',
  '{"at":1,"payload":1}',
])('a text of another program in the channel is ignored: %s', async (text) => {
  const { feeds, channels } = feedsOver();
  const stream = feeds.subscribe(activity);
  await channels.publish('check-ins:1001', text);
  feeds.publish(activity, 'ours');
  expect((await stream.next()).value.payload).toBe('ours');
});

test.each<[Json, readonly string[] | null, number | null]>([
  [{ data: { participant_id: 7 } }, ['data', 'participant_id'], 7],
  [{ data: { participant_id: ' 7 ' } }, ['data', 'participant_id'], 7],
  [{ ids: ['6', '7'] }, ['ids', '1'], 7],
  [{ 'a/b': { '~': 7 } }, ['a/b', '~'], 7],
  [{ id: 7 }, null, null],
  [{ id: 7 }, ['ID'], null],
  [{ id: 0 }, ['id'], null],
  [{ id: null }, ['id', '0'], null],
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
