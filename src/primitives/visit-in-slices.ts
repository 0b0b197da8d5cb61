/* Visits long lists in slices, so that other requests are served in between. */

import { setImmediate } from 'node:timers/promises';

/** The number of items that are visited without interruption: some 5 ms of work if each visit reads a few values of a record. */
const sliceLength = 4_096;

/**
 * Visits all items in order. Lists of one slice are visited synchronously. Between two slices of a longer list the event
 * loop handles other work, so that a list of tens of thousands of records does not delay other requests.
 * @returns a promise if the list is longer than one slice
 * @throws, or fails with, the error of a visit
 */
export function visitInSlices<T>(items: Iterable<T>, visit: (item: T) => void): void | Promise<void> {
  const iterator = items[Symbol.iterator]();
  if (!visitSlice(iterator, visit)) return visitRemaining(iterator, visit);
}

async function visitRemaining<T>(iterator: Iterator<T>, visit: (item: T) => void): Promise<void> {
  do await setImmediate();
  while (!visitSlice(iterator, visit));
}

/** Visits at most one slice. @returns true at the end of the items */
function visitSlice<T>(iterator: Iterator<T>, visit: (item: T) => void): boolean {
  for (let count = 0; count < sliceLength; count += 1) {
    const next = iterator.next();
    if (next.done) return true;
    visit(next.value);
  }
  return false;
}
