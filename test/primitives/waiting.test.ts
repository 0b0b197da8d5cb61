import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../../src/primitives/waiting.js';

const late = () => 'late';

test('work that ends in time gives its result, or its error', async () => {
  expect(await within(60_000, Promise.resolve('done'), late)).toBe('done');
  await expect(within(60_000, Promise.reject(new Error('failed')), late)).rejects.toThrow('failed');
});

test('work that does not end in time gives what is for that, and its own end is dropped', async () => {
  const failsLater = pause(20).then(() => Promise.reject(new Error('too late')));
  expect(await within(1, failsLater, late)).toBe('late');
  await expect(
    within(1, new Promise(() => {}), () => {
      throw new Error('too long');
    }),
  ).rejects.toThrow('too long');
  await pause(40);
});
