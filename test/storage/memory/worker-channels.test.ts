import { WorkerChannels, type ChannelText } from '../../../src/storage/memory/worker-channels.js';

/** Channels of several workers; the parent sends each event to the others. */
function channelsOf(count: number): readonly WorkerChannels[] {
  const channels: WorkerChannels[] = Array.from(
    { length: count },
    (_, own) =>
      new WorkerChannels((event: ChannelText) => {
        for (const [index, channel] of channels.entries()) if (index !== own) channel.deliver(event);
      }),
  );
  return channels;
}

test('a text reaches the subscribers of its channel in all workers once, in the order of its publisher, and no others', async () => {
  const channels = channelsOf(3);
  const received: string[][] = channels.map(() => []);
  const ends = channels.map((channel, index) => channel.subscribe('1001', (text) => received[index]!.push(text)));
  channels[1]!.subscribe('1002', () => received[1]!.push('of another channel'));
  await channels[0]!.publish('1001', 'a');
  await channels[0]!.publish('1001', 'b');
  ends[2]!();
  await channels[1]!.publish('1001', 'c');
  expect(received).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
    ['a', 'b'],
  ]);
});
