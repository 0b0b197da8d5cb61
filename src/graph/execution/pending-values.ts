/* Values of a response that are promises: how the executor awaits them, and how it handles their rejections. */

import { isPromise } from '../../primitives/values.js';

/**
 * Marks the rejections of the items from an index on as handled. Items that are not started yet are promises without a handler:
 * if one rejects while the list yields, or after an earlier item has failed, Node would end the process.
 */
export function ignoreRejections(items: readonly unknown[], from: number): void {
  for (let index = from; index < items.length; index++) {
    const item = items[index];
    if (isPromise(item)) void item.then(undefined, () => {});
  }
}

export function afterAll<T>(pending: readonly Promise<void>[], value: T): Promise<T> {
  return Promise.all(pending).then(() => value);
}

/** Throws an error once the pending values have settled. Otherwise their rejections would be unhandled. */
export function thrownWhenSettled(pending: readonly Promise<void>[] | undefined, error: unknown): Promise<never> {
  if (pending === undefined) throw error;
  return rejectedWhenSettled(pending, error);
}

/** Rejects with an error once the pending values have settled. */
export async function rejectedWhenSettled(pending: readonly Promise<void>[], error: unknown): Promise<never> {
  await Promise.allSettled(pending);
  throw error;
}
