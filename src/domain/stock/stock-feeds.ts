import { Cancellation } from '../../primitives/cancellation.js';
import type { ActivityId } from '../../records/ids.js';
import type { StockItem, StockKind } from '../../records/stock.js';
import { listGoods, listTickets } from '../../service/endpoints.js';
import type { EndpointReader } from '../reads/reader.js';
import { UpstreamUsage } from '../reads/upstream-usage.js';
import { LatestValueStream } from './latest-value-stream.js';
import { StockFeed, type Pause, type StockEvent, type Subscriber } from './stock-feed.js';

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
