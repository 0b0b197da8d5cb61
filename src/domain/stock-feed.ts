import type { StockItem } from '../model/stock.js';

/** What a feed tells: the stock as it is now, or why it cannot be read. */
export type StockEvent = { readonly items: readonly StockItem[] } | { readonly error: unknown };

/** Waits; made short in tests. Resolves early when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export interface Subscriber {
  /** The longest time between two polls that the subscriber accepts. */
  readonly everyMs: number;
  readonly push: (event: StockEvent) => void;
  /** Whether it has received an event. */
  informed: boolean;
}

/**
 * One poll and its subscribers. A poll is due when the shortest `everyMs` among the subscribers has passed since the last
 * one ended: a subscriber that joins or leaves changes only that interval, never the moment that it is counted from.
 */
export class Feed {
  readonly #subscribers = new Set<Subscriber>();
  #last: { readonly event: StockEvent; readonly print: string; readonly at: number } | null = null;
  #reading = false;
  #waiting: AbortController | null = null;

  constructor(
    private readonly read: () => Promise<readonly StockItem[]>,
    private readonly pause: Pause,
    private readonly now: () => number,
  ) {}

  join(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    // An event that is older than the subscriber accepts is not sent: a poll is due, and its result is sent in any case.
    if (this.#last && this.now() - this.#last.at < subscriber.everyMs) send(this.#last.event, subscriber);
    this.#schedule();
  }

  leave(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    this.#schedule();
  }

  #schedule(): void {
    // A read under way schedules the next poll when it ends.
    if (this.#reading) return;
    this.#waiting?.abort();
    this.#waiting = null;
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
    const { signal } = (this.#waiting = new AbortController());
    await this.pause(ms, signal);
    if (!signal.aborted) await this.#poll();
  }

  async #poll(): Promise<void> {
    this.#reading = true;
    const event: StockEvent = await this.read().then(
      (items) => ({ items }),
      (error: unknown) => ({ error }),
    );
    this.#reading = false;
    const print = printOf(event);
    const changed = this.#last?.print !== print;
    this.#last = { event, print, at: this.now() };
    for (const subscriber of this.#subscribers) if (changed || !subscriber.informed) send(event, subscriber);
    this.#schedule();
  }
}

function send(event: StockEvent, subscriber: Subscriber): void {
  subscriber.informed = true;
  subscriber.push(event);
}

/** Alike for stock that nobody could tell apart, and for one failure after the other. */
function printOf(event: StockEvent): string {
  if ('error' in event) return 'error';
  try {
    return JSON.stringify(
      event.items.map(({ id, name, totalStock, soldStock, unitPrice }) => [id, name, totalStock, soldStock, unitPrice]),
    );
  } catch {
    // A record that breaks the interface: whoever selects the broken field is told.
    return `broken ${event.items.length}`;
  }
}
