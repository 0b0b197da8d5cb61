import { Heartbeats } from '../../src/workers/heartbeats.js';
import type { IpcChannel } from '../../src/workers/messenger.js';

/** Workers that may be silent for three whole intervals. Each function of `says` sends a message of one of them. */
function observed(...ids: readonly number[]) {
  const heartbeats = new Heartbeats(3);
  const heard: unknown[] = [];
  const says = ids.map((id) => {
    let send: (message: unknown) => void = () => {};
    const channel: IpcChannel = { send: () => {}, receive: (listener) => (send = listener) };
    heartbeats.observed({ id, channel }).receive((message) => heard.push(message));
    return () => send(`from ${id}`);
  });
  return { heartbeats, says, heard };
}

/** What each of so many counts reports. */
const counts = (heartbeats: Heartbeats, times: number) => Array.from({ length: times }, () => heartbeats.count());

test('a worker that is silent for the permitted number of whole intervals hangs, and is reported once', () => {
  const { heartbeats, says } = observed(7);
  says[0]!();
  // The first interval is not a whole one: the worker sent a message in it.
  expect(counts(heartbeats, 6)).toEqual([[], [], [], [7], [], []]);
});

test('any message starts the count of its worker again, and of no other', () => {
  const { heartbeats, says } = observed(7, 8);
  for (const say of says) say();
  counts(heartbeats, 3);
  says[0]!();
  expect(counts(heartbeats, 4)).toEqual([[8], [], [], [7]]);
});

test('a worker that has not sent a message yet, and one that has ended, never hang', () => {
  const { heartbeats, says } = observed(7, 8);
  says[1]!();
  heartbeats.ended(8);
  expect(counts(heartbeats, 10).flat()).toEqual([]);
});

test('messages reach their receiver unchanged, although they count as heartbeats', () => {
  const { says, heard } = observed(7, 8);
  for (const say of says) say();
  expect(heard).toEqual(['from 7', 'from 8']);
});
