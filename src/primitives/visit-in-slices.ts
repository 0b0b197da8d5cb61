/* Visits long lists in slices, so that other requests are served in between. */

import { setImmediate } from 'node:timers/promises';

/**
 * The number of items that are visited without interruption: some 0.5 ms of work if each visit reads a few values of a record, and 10 ms if
 * these are broken, because each of them makes an error.
 */
const sliceLength = 256;

/** Visits all items in order. Between two slices, the event loop handles other work. Fails with the error of a visit. */
export async function visitInSlices<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  let count = 0;
  for (const item of items) {
    if (count > 0 && count % sliceLength === 0) await setImmediate();
    visit(item);
    count += 1;
  }
}
