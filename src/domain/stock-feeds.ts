import { listGoods, listTickets } from '../endpoint/stock.js';
import { Cancellation } from '../model/cancellation.js';
import type { ActivityId } from '../model/ids.js';
import type { StockItem } from '../model/stock.js';
import { Channel } from './channel.js';
import { Feed, type Pause, type StockEvent, type Subscriber } from './stock-feed.js';
import { UpstreamUsage } from './upstream-usage.js';
import type { Reads } from './upstream.js';

export type StockKind = 'tickets' | 'goods';

/**
 * Stock as it changes, for any number of subscribers: one poll for all of one kind and activity, and none while nobody
 * listens. A feed remembers its last poll after its last subscriber has left, so that joining anew does not poll anew.
 */
export class StockFeeds {
  readonly #feeds = new Map<string, Feed>();
  readonly #channels = new Set<Channel<StockEvent>>();

  constructor(
    private readonly reads: Reads,
    private readonly pause: Pause,
    /** Milliseconds, never backwards. */
    private readonly now: () => number,
  ) {}

  /** The stock now, and again whenever it changed, looked at every so often at least. Ends when the reader leaves. */
  subscribe(kind: StockKind, activityId: ActivityId, everySeconds: number): Channel<StockEvent> {
    const key = `${kind} ${activityId}`;
    const feed = this.#feeds.get(key) ?? new Feed(() => this.#read(kind, activityId), this.pause, this.now);
    this.#feeds.set(key, feed);
    const channel = new Channel<StockEvent>(() => {
      this.#channels.delete(channel);
      feed.leave(subscriber);
    });
    this.#channels.add(channel);
    const subscriber: Subscriber = { everyMs: everySeconds * 1000, informed: false, push: (event) => channel.push(event) };
    feed.join(subscriber);
    return channel;
  }

  /** Ends every feed, so that nothing is polled any more. */
  async close(): Promise<void> {
    await Promise.all([...this.#channels].map((channel) => channel.return()));
  }

  async #read(kind: StockKind, activityId: ActivityId): Promise<readonly StockItem[]> {
    const options = { usage: new UpstreamUsage(), signal: new Cancellation() };
    return kind === 'tickets'
      ? this.reads.read(listTickets, activityId, undefined, options)
      : this.reads.read(listGoods, activityId, {}, options);
  }
}
