import { LocalChannels, WorkerChannels, type ChannelText } from '../../src/storage/channels.js';

test('subscribers receive the texts of their channel from the moment they subscribe until they end', async () => {
  const channel = new LocalChannels();
  const texts: string[] = [];
  await channel.publish('a', 'before');
  const end = channel.subscribe('a', (text) => texts.push(text));
  await channel.publish('a', 'one');
  await channel.publish('b', 'other');
  end();
  end();
  await channel.publish('a', 'after');
  expect({ texts, hasChannel: channel.has('a') }).toEqual({ texts: ['one'], hasChannel: false });
});

test('one function that subscribes twice receives each text twice, until it ends each time', async () => {
  const channel = new LocalChannels();
  const texts: string[] = [];
  const receive = (text: string) => void texts.push(text);
  const ends = [channel.subscribe('a', receive), channel.subscribe('a', receive)];
  await channel.publish('a', 'both');
  ends[0]!();
  await channel.publish('a', 'one');
  expect(texts).toEqual(['both', 'both', 'one']);
});

/** Channels of several workers; the parent sends each event to the others. */
function channelsOf(count: number): readonly WorkerChannels[] {
  const channels: WorkerChannels[] = Array.from(
    { length: count },
    (_, own) =>
      new WorkerChannels((event: ChannelText) => {
        for (const [index, channel] of channels.entries()) if (index !== own) channel.deliver(event.channel, event.text);
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
