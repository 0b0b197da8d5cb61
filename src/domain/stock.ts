/* The stock: goods by id, and the feeds of tickets and goods, which are polled once for all subscribers. */

import { createHash } from 'node:crypto';
import { Cancellation } from '../primitives/cancellation.js';
import { PushStream } from '../primitives/push-stream.js';
import { fieldNames } from '../records/display.js';
import type { ActivityId, ServiceId } from '../records/ids.js';
import type { Goods, StockItem, StockKind } from '../records/stock.js';
import { listGoods, listTickets } from '../service/endpoints.js';
import { EntityList, idOrNull, valueOr, visitInSlices } from './record-lists.js';
import { type OperationUpstream, type EndpointReader, UpstreamUsage } from './upstream.js';

/** The goods of one activity for one GraphQL operation (§4.10). The whole list is read once, and so are the goods with an id. */
export class GoodsItems extends EntityList<Goods> {
  readonly #itemsById = new Map<ServiceId, Promise<readonly Goods[]>>();

  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
  ) {
    super(() => upstream.read(listGoods, activityId, {}));
  }

  /** Reads the goods with an id, by a call for it: one item, or none. @throws UpstreamError */
  async itemsById(id: ServiceId): Promise<readonly Goods[]> {
    let items = this.#itemsById.get(id);
    if (!items) this.#itemsById.set(id, (items = this.upstream.read(listGoods, this.activityId, { goodsId: id })));
    return (await items).filter((item) => idOrNull(item) === id);
  }
}

/**
 * Stock as it changes, for any number of subscribers. The service has no events for stock (§4.9, §4.10), so it is polled.
 *
 * - One feed polls for each kind and activity, at the shortest interval of its subscribers. If one phone wants tickets every 5 s and
 *   a thousand want them every 30 s, for example, there is one poll every 5 s. Without subscribers there is none.
 * - A new subscriber receives the last stock, if it is not older than its interval; else the event of a poll that begins now, or a second
 *   after one that failed. Afterwards it receives an event when the list or a field of an item differs from the last event.
 * - A poll that fails is an event with an error, once for successive failures. Polling continues.
 * - A subscriber that consumes slowly receives the newest event, and not those in between.
 * - A feed keeps its last stock after its last subscriber has left. Reconnecting within the interval causes no poll.
 * - Polls use the same reads as queries: they share calls in flight and, if stock has a TTL, return cached stock. But a poll for which the
 *   cache has only an expired entry fails: its subscribers have this stock already, and the error shows that it may have changed.
 */
export class StockFeeds {
  readonly #feeds = new Map<string, StockFeed>();
  #closed = false;

  constructor(
    private readonly reader: EndpointReader,
    private readonly after: StartTimer,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
  ) {}

  /** Subscribes to the stock of an activity, polled at least every `everySeconds`. The subscription ends with `return` of the stream. */
  subscribe(kind: StockKind, activityId: ActivityId, everySeconds: number): StockStream {
    if (this.#closed) {
      const ended: StockStream = new PushStream(onlyNewest, () => {});
      void ended.return();
      return ended;
    }
    const key = `${kind} ${activityId}`;
    let feed = this.#feeds.get(key);
    if (!feed) this.#feeds.set(key, (feed = new StockFeed(() => this.#read(kind, activityId), this.after, this.now)));
    return feed.subscribe(everySeconds * 1000);
  }

  /** Ends all subscriptions, and with them all polls. Later subscriptions end immediately. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#feeds.values()].map((feed) => feed.close()));
  }

  async #read(kind: StockKind, activityId: ActivityId): Promise<readonly StockItem[]> {
    const operation = { usage: new UpstreamUsage(), signal: new Cancellation() };
    const items =
      kind === 'ticketItem'
        ? await this.reader.read(listTickets, activityId, undefined, operation)
        : await this.reader.read(listGoods, activityId, {}, operation);
    const [stale] = operation.usage.stale;
    if (stale) throw stale.failure;
    return items;
  }
}

/** An event of a feed: the current stock, or the reason why it cannot be read. */
export type StockEvent = { readonly items: readonly StockItem[] } | { readonly error: unknown };

export type StockStream = PushStream<StockEvent>;

/** Calls a function after a time, unless the returned function is called before. */
type StartTimer = (ms: number, callback: () => void) => () => void;

interface Subscriber {
  /** The longest time between two polls that the subscriber accepts. */
  readonly everyMs: number;
  /** True once an event was sent to it. */
  informed: boolean;
}

/** When a poll has failed, the time until the next one for a subscriber that has received no event: the shortest that `every` may be. */
const afterFailureMs = 1_000;

/**
 * Polls the stock. The next poll is due when the shortest `everyMs` of the subscribers has passed since the last poll ended. A
 * subscriber that joins or leaves changes only this interval, not the moment from which it counts. Therefore no subscriber can delay or
 * multiply polls by joining and leaving repeatedly.
 */
export class StockFeed {
  readonly #subscribers = new Map<StockStream, Subscriber>();
  #last: { readonly event: StockEvent; readonly fingerprint: string; readonly at: number } | null = null;
  #polling = false;
  #cancelTimer: (() => void) | null = null;

  constructor(
    private readonly read: () => Promise<readonly StockItem[]>,
    private readonly after: StartTimer,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number,
  ) {}

  subscribe(everyMs: number): StockStream {
    const stream: StockStream = new PushStream(onlyNewest, () => {
      this.#subscribers.delete(stream);
      this.#schedule();
    });
    // Stock older than the subscriber accepts is not sent: a poll is due now, and the subscriber receives its event. Nor is an error: the
    // service may work again.
    const last = this.#last;
    const informed = last !== null && 'items' in last.event && this.now() - last.at < everyMs;
    if (informed) stream.push(last.event);
    this.#subscribers.set(stream, { everyMs, informed });
    this.#schedule();
    return stream;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#subscribers.keys()].map((stream) => stream.return()));
  }

  /** Replaces the timer of the next poll by one for the current subscribers. */
  #schedule(): void {
    // A poll in progress schedules the next one when it ends.
    if (this.#polling) return;
    this.#cancelTimer?.();
    if (this.#subscribers.size === 0) return;
    // One that is not informed is due now, unless the last poll has failed.
    const intervals = Array.from(this.#subscribers.values(), ({ everyMs, informed }) => (informed ? everyMs : afterFailureMs));
    const intervalMs = Math.min(...intervals);
    const waitMs = this.#last ? Math.ceil(this.#last.at + intervalMs - this.now()) : 0;
    const poll = () => void this.#poll();
    if (waitMs > 0) this.#cancelTimer = this.after(waitMs, poll);
    else poll();
  }

  async #poll(): Promise<void> {
    this.#polling = true;
    const event: StockEvent = await this.read().then(
      (items) => ({ items }),
      (error: unknown) => ({ error }),
    );
    // Failures have one fingerprint, so that successive failures are one event.
    const fingerprint = 'error' in event ? 'error' : await stockFingerprint(event.items);
    this.#polling = false;
    const changed = this.#last?.fingerprint !== fingerprint;
    this.#last = { event, fingerprint, at: this.now() };
    for (const [stream, subscriber] of this.#subscribers) {
      if (changed || !subscriber.informed) stream.push(event);
      subscriber.informed = true;
    }
    this.#schedule();
  }
}

/** A subscriber that consumes slowly receives the newest event only. */
function onlyNewest(waiting: StockEvent[]): boolean {
  waiting.splice(0, waiting.length - 1);
  return true;
}

/** Returns a digest that is equal for two lists if all fields of all items are equal, in the same order. A feed keeps it. */
export async function stockFingerprint(items: readonly StockItem[]): Promise<string> {
  const hash = createHash('sha256');
  // A broken value counts as null: it must not hide changes of other values.
  await visitInSlices(items, (item) => {
    hash.update(JSON.stringify(fieldNames(item).map((name) => valueOr(() => Reflect.get(item, name) as unknown, null))));
  });
  return hash.digest('base64');
}
