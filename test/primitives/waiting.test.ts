/* Work with a time limit: what is returned when it is over, and what happens to the work. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { within } from '../../src/primitives/waiting.js';

const late = () => 'late';

test('work that does not end in time returns the result of `late`; how it ends later is ignored', async () => {
  let fail = (_error: Error) => {};
  const failsLater = new Promise<never>((_resolve, reject) => (fail = reject));
  expect(await within(1, failsLater, late)).toBe('late');
  fail(new Error('too late'));
  await expect(
    within(1, new Promise(() => {}), () => {
      throw new Error('too long');
    }),
  ).rejects.toThrow('too long');
  // A rejection that nobody handles would end the test run.
  await nextTurn();
});
