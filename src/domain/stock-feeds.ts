import { listGoods, listTickets } from '../endpoint/stock.js';
import { Cancellation } from '../model/cancellation.js';
import type { ActivityId } from '../model/ids.js';
import type { StockItem } from '../model/stock.js';
import { Channel } from './channel.js';
import { Tally } from './tally.js';
import type { Reads } from './upstream.js';

export type StockKind = 'tickets' | 'goods';

/** What a feed tells: the stock as it is now, or why it cannot be read. */
export type StockEvent = { readonly items: readonly StockItem[] } | { readonly error: unknown };

/** Waits; made short in tests. Resolves early when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

interface Subscriber {
  readonly everySeconds: number;
  readonly push: (event: StockEvent) => void;
}

/** Stock as it changes, for any number of subscribers: one poll for all of one kind and activity, and none while nobody listens. */
export class StockFeeds {
  readonly #feeds = new Map<string, Feed>();
  readonly #channels = new Set<Channel<StockEvent>>();

  constructor(
    private readonly reads: Reads,
    private readonly pause: Pause,
  ) {}

  /** The stock now, and again whenever it changed, looked at every so often at least. Ends when the reader leaves. */
  watch(kind: StockKind, activityId: ActivityId, everySeconds: number): Channel<StockEvent> {
    const key = `${kind} ${activityId}`;
    const feed = this.#feeds.get(key) ?? new Feed(() => this.#read(kind, activityId), this.pause);
    this.#feeds.set(key, feed);
    const channel = new Channel<StockEvent>(() => {
      this.#channels.delete(channel);
      if (feed.leave(subscriber) === 0) this.#feeds.delete(key);
    });
    this.#channels.add(channel);
    const subscriber: Subscriber = { everySeconds, push: (event) => channel.push(event) };
    feed.join(subscriber);
    return channel;
  }

  /** Ends every feed, so that nothing is polled any more. */
  async close(): Promise<void> {
    await Promise.all([...this.#channels].map((channel) => channel.return()));
  }

  #read(kind: StockKind, activityId: ActivityId): Promise<readonly StockItem[]> {
    const options = { tally: new Tally(), signal: new Cancellation() };
    return kind === 'tickets' ? this.reads.read(listTickets, activityId, undefined, options) : this.reads.read(listGoods, activityId, {}, options);
  }
}

/** One poll and those who wait for it. */
class Feed {
  readonly #subscribers = new Set<Subscriber>();
  #last: { readonly event: StockEvent; readonly print: string } | null = null;
  #polling: AbortController | null = null;

  constructor(
    private readonly read: () => Promise<readonly StockItem[]>,
    private readonly pause: Pause,
  ) {}

  join(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    if (this.#last) subscriber.push(this.#last.event);
    // Whoever wants it sooner than the others is not made to wait for their turn.
    this.#polling?.abort();
    this.#polling = new AbortController();
    void this.#poll(this.#polling.signal, this.#last === null);
  }

  /** @returns how many still listen. */
  leave(subscriber: Subscriber): number {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size === 0) this.#polling?.abort();
    return this.#subscribers.size;
  }

  async #poll(signal: AbortSignal, atOnce: boolean): Promise<void> {
    if (!atOnce) await this.pause(this.#intervalMs, signal);
    while (!signal.aborted) {
      const event: StockEvent = await this.read().then(
        (items) => ({ items }),
        (error: unknown) => ({ error }),
      );
      this.#tell(event);
      await this.pause(this.#intervalMs, signal);
    }
  }

  get #intervalMs(): number {
    return 1000 * Math.min(...[...this.#subscribers].map(({ everySeconds }) => everySeconds));
  }

  #tell(event: StockEvent): void {
    const print = printOf(event);
    if (this.#last?.print === print) return;
    this.#last = { event, print };
    for (const { push } of this.#subscribers) push(event);
  }
}

/** Alike for stock that nobody could tell apart, and for one failure after the other. */
function printOf(event: StockEvent): string {
  if ('error' in event) return 'error';
  try {
    return JSON.stringify(event.items.map(({ id, name, totalStock, soldStock, unitPrice }) => [id, name, totalStock, soldStock, unitPrice]));
  } catch {
    // A record that breaks the interface: whoever selects the broken field is told.
    return `broken ${event.items.length}`;
  }
}
