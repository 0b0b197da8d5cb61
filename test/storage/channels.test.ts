/* Channels within one process. */

import { LocalChannels } from '../../src/storage/channels.js';

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
  expect({ texts, channels: channel.channels }).toEqual({ texts: ['one'], channels: [] });
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
