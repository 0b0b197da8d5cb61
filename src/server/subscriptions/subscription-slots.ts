import type { Caller } from '../../records/caller.js';
import { TooManySubscriptionsError } from '../../records/errors.js';

const maxPerCaller = 200;
const maxPerConnection = 20;

/** The subscriptions in progress, counted by caller and by connection, over all transports of one process. */
export class SubscriptionSlots {
  readonly #counts = new Map<string | object, number>();

  /** Counts one more subscription. @returns a function that ends it, or the error if there are too many; then nothing is counted */
  take({ name }: Caller, connection: object): (() => void) | TooManySubscriptionsError {
    if (this.#countOf(connection) >= maxPerConnection)
      return new TooManySubscriptionsError(
        `The limit is ${maxPerConnection} subscriptions for each connection. End one, or open another connection.`,
      );
    if (this.#countOf(name) >= maxPerCaller)
      return new TooManySubscriptionsError(`The limit is ${maxPerCaller} subscriptions for each caller. End one first.`);
    this.#add(name, 1);
    this.#add(connection, 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#add(name, -1);
      this.#add(connection, -1);
    };
  }

  #countOf(key: string | object): number {
    return this.#counts.get(key) ?? 0;
  }

  #add(key: string | object, change: 1 | -1): void {
    const count = this.#countOf(key) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
