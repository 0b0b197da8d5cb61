import { Messenger, type IpcChannel } from '../../../src/program/workers/messenger.js';

/** Two ends of a channel that carries JSON, later. */
function channels(): readonly [IpcChannel, IpcChannel] {
  const listeners: ((message: unknown) => void)[] = [];
  const end = (own: number): IpcChannel => ({
    send: (message) => {
      const text = JSON.stringify(message);
      queueMicrotask(() => listeners[1 - own]?.(JSON.parse(text)));
    },
    receive: (listener) => void (listeners[own] = listener),
  });
  return [end(0), end(1)];
}

type Functions = {
  readonly double: (number: number) => number;
  readonly slow: (value: string) => Promise<string>;
  readonly failing: (input: null) => never;
};

const release: (() => void)[] = [];
const functions: Functions = {
  double: (number) => number * 2,
  slow: (value) => new Promise((resolve) => release.push(() => resolve(value))),
  failing: () => {
    throw new Error('no');
  },
};

function pair() {
  const [here, there] = channels();
  const served = new Messenger<Record<string, never>>(there, functions);
  return { caller: new Messenger<Functions>(here, {}), served };
}

test('a call returns what the function of the other process returns, each its own result, in whatever order they end', async () => {
  const { caller } = pair();
  const slow = [caller.request('slow', 'a'), caller.request('slow', 'b')];
  expect(await caller.request('double', 21)).toBe(42);
  for (const each of release.splice(0).toReversed()) each();
  expect(await Promise.all(slow)).toEqual(['a', 'b']);
});

test('a call whose function throws fails with its message', async () => {
  await expect(pair().caller.request('failing', null)).rejects.toThrow('no');
});

test('calls to a process fail when it ends, and afterwards immediately', async () => {
  const { caller } = pair();
  const waiting = caller.request('slow', 'a');
  caller.close(new Error('ended'));
  await expect(waiting).rejects.toThrow('ended');
  await expect(caller.request('double', 1)).rejects.toThrow('ended');
});
