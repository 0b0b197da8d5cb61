/* Waiting for a state instead of a duration. */

import { setTimeout as pause } from 'node:timers/promises';

/**
 * Repeats a step until it returns something other than null and false, and returns that. Without `withinMs` it ends with the timeout of the
 * test.
 * @throws Error if the step does not in time
 */
export async function until<T>(step: () => T | Promise<T>, withinMs = Infinity): Promise<Exclude<T, null | false>> {
  const end = performance.now() + withinMs;
  for (;;) {
    const result = await step();
    if (result !== null && result !== false) return result as Exclude<T, null | false>;
    if (performance.now() > end) throw new Error('The step did not return a result in time.');
    await pause(20);
  }
}
