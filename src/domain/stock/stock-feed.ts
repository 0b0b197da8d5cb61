/* A stock feed: polls one kind of stock of one activity for all its subscribers. */

import type { StockItem } from '../../records/stock.js';
import { stockFingerprint } from './stock-fingerprint.js';

/** An event of a feed: the current stock, or the reason why it cannot be read. */
export type StockEvent = { readonly items: readonly StockItem[] } | { readonly error: unknown };

/** Waits; tests pass a clock of their own. Resolves early when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export interface Subscriber {
  /** The longest time between two polls that the subscriber accepts. */
  readonly everyMs: number;
  readonly push: (event: StockEvent) => void;
  /** True once an event was sent to it. */
  informed: boolean;
}

/**
 * Polls the stock. The next poll is due when the shortest `everyMs` of the subscribers has passed since the last poll ended. A
 * subscriber that joins or leaves changes only this interval, not the moment from which it counts. Therefore no subscriber can delay or
 * multiply polls by joining and leaving repeatedly.
 */
export class StockFeed {
  readonly #subscribers = new Set<Subscriber>();
  #last: { readonly event: StockEvent; readonly fingerprint: string; readonly at: number } | null = null;
  #polling = false;
  #timer: AbortController | null = null;

  constructor(
    private readonly read: () => Promise<readonly StockItem[]>,
    private readonly pause: Pause,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
  ) {}

  join(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    // An event older than the subscriber accepts is not sent: a poll is due now, and the subscriber receives its event.
    if (this.#last && this.now() - this.#last.at < subscriber.everyMs) send(this.#last.event, subscriber);
    this.#schedule();
  }

  leave(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    this.#schedule();
  }

  /** Replaces the timer of the next poll by one for the current subscribers. */
  #schedule(): void {
    // A poll in progress schedules the next one when it ends.
    if (this.#polling) return;
    this.#timer?.abort();
    this.#timer = null;
    if (this.#subscribers.size === 0) return;
    const waitMs = this.#last ? Math.ceil(this.#last.at + this.#intervalMs - this.now()) : 0;
    void (waitMs > 0 ? this.#pollAfter(waitMs) : this.#poll());
  }

  get #intervalMs(): number {
    let shortest = Infinity;
    for (const { everyMs } of this.#subscribers) shortest = Math.min(shortest, everyMs);
    return shortest;
  }

  async #pollAfter(ms: number): Promise<void> {
    const { signal } = (this.#timer = new AbortController());
    await this.pause(ms, signal);
    if (!signal.aborted) await this.#poll();
  }

  async #poll(): Promise<void> {
    this.#polling = true;
    const event: StockEvent = await this.read().then(
      (items) => ({ items }),
      (error: unknown) => ({ error }),
    );
    const fingerprint = await fingerprintOf(event);
    this.#polling = false;
    const changed = this.#last?.fingerprint !== fingerprint;
    this.#last = { event, fingerprint, at: this.now() };
    for (const subscriber of this.#subscribers) if (changed || !subscriber.informed) send(event, subscriber);
    this.#schedule();
  }
}

function send(event: StockEvent, subscriber: Subscriber): void {
  subscriber.informed = true;
  subscriber.push(event);
}

/** Failures have one fingerprint, so that successive failures are one event. */
function fingerprintOf(event: StockEvent): string | Promise<string> {
  return 'error' in event ? 'error' : stockFingerprint(event.items);
}
