/* The stock feeds: what changes of tickets and goods, polled once for all subscribers. */

import { Cancellation } from '../../primitives/cancellation.js';
import { visitInSlices } from '../../primitives/visit-in-slices.js';
import type { ActivityId } from '../../records/ids.js';
import { StockItem, type StockKind } from '../../records/stock.js';
import { listGoods, listTickets } from '../../service/endpoints.js';
import { valueOr } from '../broken-values.js';
import type { EndpointReader } from '../reads/reader.js';
import { UpstreamUsage } from '../reads/upstream-usage.js';

/**
 * Stock as it changes, for any number of subscribers. The service has no events for stock (§4.9, §4.10), so it is polled.
 *
 * - One feed polls for each kind and activity, at the shortest interval of its subscribers. If one phone wants tickets every 5 s and
 *   a thousand want them every 30 s, for example, there is one poll every 5 s. Without subscribers there is none.
 * - A new subscriber receives the last event, if it is not older than its interval; else the event of a poll that begins now.
 *   Afterwards it receives an event when the list or a field of an item differs from the last event.
 * - A poll that fails is an event with an error, once for successive failures. Polling continues.
 * - A subscriber that consumes slowly receives the newest event, and not those in between.
 * - A feed keeps its last event after its last subscriber has left. Reconnecting within the interval causes no poll.
 * - Polls use the same reads as queries: they share calls in flight and, if stock has a TTL, return cached stock.
 */
export class StockFeeds {
  readonly #feeds = new Map<string, StockFeed>();
  readonly #streams = new Set<LatestValueStream<StockEvent>>();
  #closed = false;

  constructor(
    private readonly reader: EndpointReader,
    private readonly pause: Pause,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
  ) {}

  /** Subscribes to the stock of an activity, polled at least every `everySeconds`. The subscription ends with `return` of the stream. */
  subscribe(kind: StockKind, activityId: ActivityId, everySeconds: number): LatestValueStream<StockEvent> {
    if (this.#closed) return endedStream();
    const feed = this.#feedOf(kind, activityId);
    const stream = new LatestValueStream<StockEvent>(() => {
      this.#streams.delete(stream);
      feed.leave(subscriber);
    });
    this.#streams.add(stream);
    const subscriber: Subscriber = { everyMs: everySeconds * 1000, informed: false, push: (event) => stream.push(event) };
    feed.join(subscriber);
    return stream;
  }

  /** Ends all subscriptions, and with them all polls. Later subscriptions end immediately. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#streams].map((stream) => stream.return()));
  }

  #feedOf(kind: StockKind, activityId: ActivityId): StockFeed {
    const key = `${kind} ${activityId}`;
    let feed = this.#feeds.get(key);
    if (!feed) this.#feeds.set(key, (feed = new StockFeed(() => this.#read(kind, activityId), this.pause, this.now)));
    return feed;
  }

  async #read(kind: StockKind, activityId: ActivityId): Promise<readonly StockItem[]> {
    const options = { usage: new UpstreamUsage(), signal: new Cancellation() };
    return kind === 'ticketItem'
      ? this.reader.read(listTickets, activityId, undefined, options)
      : this.reader.read(listGoods, activityId, {}, options);
  }
}

function endedStream(): LatestValueStream<StockEvent> {
  const stream = new LatestValueStream<StockEvent>(() => {});
  void stream.return();
  return stream;
}

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

/** An async iterator over pushed values, for one consumer. A consumer slower than the producer receives only the newest value. */
export class LatestValueStream<T> implements AsyncIterableIterator<T> {
  #newest: { readonly value: T } | null = null;
  #pendingNext: ((result: IteratorResult<T>) => void) | null = null;
  #ended = false;

  /** @param onEnd called once, when the consumer ends the stream */
  constructor(private readonly onEnd: () => void) {}

  /** Sends a value. After the end of the stream it is ignored. */
  push(value: T): void {
    if (this.#ended) return;
    if (this.#pendingNext) {
      this.#pendingNext({ value, done: false });
      this.#pendingNext = null;
    } else {
      this.#newest = { value };
    }
  }

  next(): Promise<IteratorResult<T>> {
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    if (this.#newest) {
      const { value } = this.#newest;
      this.#newest = null;
      return Promise.resolve({ value, done: false });
    }
    return new Promise((resolve) => (this.#pendingNext = resolve));
  }

  /** Ends the stream immediately, even for a `next` that is pending. */
  return(): Promise<IteratorResult<T>> {
    if (!this.#ended) {
      this.#ended = true;
      this.#pendingNext?.({ value: undefined, done: true });
      this.onEnd();
    }
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** The fields whose change is an event of a stock feed: all of them. */
const fieldNames = Object.keys(StockItem.declaration.fields) as readonly (keyof StockItem)[];

/** Returns a string that is equal for two lists if all fields of all items are equal, in the same order. */
export async function stockFingerprint(items: readonly StockItem[]): Promise<string> {
  let text = '';
  await visitInSlices(items, (item) => (text += JSON.stringify(fieldNames.map((name) => comparable(item, name)))));
  return text;
}

/** The value of a field, or null if it is broken: a broken value must not hide changes of other values. */
function comparable(item: StockItem, name: keyof StockItem): StockItem[keyof StockItem] | null {
  return valueOr(() => item[name], null);
}
