/* Completes the items of a list, in several turns of the event loop if it is long. */

import type { EventLoopTurn } from './event-loop-turn.js';
import { afterAll, ignoreRejections, rejectedWhenSettled, thrownWhenSettled } from './pending-values.js';

/**
 * Completes an item and stores it in the result, at its index. @returns a promise if that takes time, as for an item that is a promise
 * @throws GraphQLError if the list fails with it
 */
type PutItem = (completed: unknown[], index: number, item: unknown) => Promise<void> | undefined;

/** Completes the items of a list. @throws GraphQLError if the list fails with one of its items */
export function completeItems(items: readonly unknown[], turn: EventLoopTurn, putItem: PutItem): unknown[] | Promise<unknown[]> {
  const completed: unknown[] = [];
  let pending: Promise<void>[] | undefined;
  try {
    while (completed.length < items.length) {
      if (turn.spend(1)) return restOfItems(items, turn, putItem, completed, pending ?? []);
      const wait = putItem(completed, completed.length, items[completed.length]);
      if (wait) (pending ??= []).push(wait);
    }
  } catch (error) {
    ignoreRejections(items, completed.length);
    return thrownWhenSettled(pending, error);
  }
  return pending === undefined ? completed : afterAll(pending, completed);
}

/** Completes the rest of a list in later turns of the event loop. */
async function restOfItems(
  items: readonly unknown[],
  turn: EventLoopTurn,
  putItem: PutItem,
  completed: unknown[],
  pending: Promise<void>[],
): Promise<unknown[]> {
  // A rejection before the last item is started is handled by `afterAll`; until then it must not count as unhandled.
  for (const wait of pending) wait.catch(() => {});
  ignoreRejections(items, completed.length);
  try {
    while (completed.length < items.length) {
      await turn.next();
      do {
        const wait = putItem(completed, completed.length, items[completed.length]);
        if (wait) pending.push(wait);
        wait?.catch(() => {});
      } while (completed.length < items.length && !turn.spend(1));
    }
  } catch (error) {
    return rejectedWhenSettled(pending, error);
  }
  return afterAll(pending, completed);
}
