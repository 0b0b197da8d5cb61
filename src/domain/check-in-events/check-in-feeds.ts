/* The check-in feeds: what the service pushes for an activity, passed on to all its subscribers. */

import type { Json } from '../../primitives/json.js';
import type { ActivityId } from '../../records/ids.js';
import type { Channels } from '../channels.js';
import { channelText, ReceivedCheckIn, type JsonPointer } from './received-check-in.js';

export interface CheckInFeedOptions {
  /** Passes check-ins on to the subscribers of all processes. */
  readonly channels: Channels;
  /** Where the payload has the service id of the attendee; null if that is not known. */
  readonly attendeeAt: JsonPointer | null;
  /** Returns a string that is new each time. */
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called before the subscribers of this process receive a check-in of an activity. */
  readonly onReceived?: (activityId: ActivityId) => void;
  /** Called when the stream of a subscriber has ended because it does not keep up. */
  readonly onTooSlow?: () => void;
}

/** What may wait for one subscriber. */
const streamBounds: StreamBounds = { items: 1_000, bytes: 4_194_304 };

/**
 * The check-ins that the service pushes (§6), for any number of subscribers. A subscriber receives each check-in of its activity from
 * the moment that it subscribes. Nothing is stored: a check-in without subscribers is gone. The stream of a subscriber that does not
 * keep up ends, so that the memory of a burst is bounded.
 */
export class CheckInFeeds {
  readonly #feeds = new Map<ActivityId, Feed>();
  #closed = false;

  constructor(private readonly options: CheckInFeedOptions) {}

  /** Sends a check-in to the subscribers of its activity. */
  publish(activityId: ActivityId, payload: Json): void {
    const { channels, newId, now } = this.options;
    // Subscribers of this process receive it immediately. The service does not wait until other processes do.
    void channels.publish(channelOf(activityId), channelText({ id: newId(), at: now(), payload }));
  }

  /** Subscribes to the check-ins of an activity. The subscription ends with `return` of the stream. */
  subscribe(activityId: ActivityId): BoundedStream<ReceivedCheckIn> {
    if (this.#closed) return endedStream();
    const feed = this.#feedOf(activityId);
    const stream = new BoundedStream<ReceivedCheckIn>(streamBounds, (tooSlow) => {
      feed.streams.delete(stream);
      if (feed.streams.size === 0) this.#end(activityId, feed);
      if (tooSlow) this.options.onTooSlow?.();
    });
    feed.streams.add(stream);
    return stream;
  }

  /** Returns the check-ins of an activity that wait for the subscriber with the most of them. */
  waiting(activityId: ActivityId): readonly ReceivedCheckIn[] {
    let longest: readonly ReceivedCheckIn[] = [];
    for (const { waiting } of this.#feeds.get(activityId)?.streams ?? []) if (waiting.length > longest.length) longest = waiting;
    return longest;
  }

  /** Ends all subscriptions. Later ones end immediately. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { streams } of this.#feeds.values()) for (const stream of streams) await stream.return();
  }

  #feedOf(activityId: ActivityId): Feed {
    const known = this.#feeds.get(activityId);
    if (known) return known;
    const streams: Feed['streams'] = new Set();
    const receive = (text: string) => {
      const received = ReceivedCheckIn.from(text, activityId, this.options.attendeeAt);
      if (!received) return;
      this.options.onReceived?.(activityId);
      for (const stream of streams) stream.push(received);
    };
    const feed = { streams, unsubscribe: this.options.channels.subscribe(channelOf(activityId), receive) };
    this.#feeds.set(activityId, feed);
    return feed;
  }

  #end(activityId: ActivityId, feed: Feed): void {
    feed.unsubscribe();
    this.#feeds.delete(activityId);
  }
}

function endedStream(): BoundedStream<ReceivedCheckIn> {
  const stream = new BoundedStream<ReceivedCheckIn>(streamBounds, () => {});
  void stream.return();
  return stream;
}

/** The subscribers of one activity. Each check-in is decoded once for all of them. */
interface Feed {
  readonly streams: Set<BoundedStream<ReceivedCheckIn>>;
  readonly unsubscribe: () => void;
}

const channelOf = (activityId: ActivityId): string => `check-ins:${activityId}`;

/** The limits of what may wait for one consumer. A single item may exceed `bytes`. */
interface StreamBounds {
  readonly items: number;
  readonly bytes: number;
}

/**
 * An async iterator over pushed values, for one consumer, which receives each of them in order. It ends when more values wait than
 * the bounds allow: the values that wait are discarded, because the consumer has missed one anyway.
 */
export class BoundedStream<T extends { readonly bytes: number }> implements AsyncIterableIterator<T> {
  #waiting: T[] = [];
  #bytes = 0;
  #pendingNext: ((result: IteratorResult<T>) => void) | null = null;
  #ended = false;

  /** @param onEnd called once: when the consumer ends the stream, or with `true` when it is too slow */
  constructor(
    private readonly bounds: StreamBounds,
    private readonly onEnd: (tooSlow: boolean) => void,
  ) {}

  /** The values that the consumer receives next. */
  get waiting(): readonly T[] {
    return this.#waiting;
  }

  /** Sends a value. After the end of the stream it is ignored. */
  push(value: T): void {
    if (this.#ended) return;
    if (this.#pendingNext) {
      const resolve = this.#pendingNext;
      this.#pendingNext = null;
      return resolve({ value, done: false });
    }
    const isTooMuch = this.#waiting.length >= this.bounds.items || this.#bytes + value.bytes > this.bounds.bytes;
    if (isTooMuch && this.#waiting.length > 0) return this.#end(true);
    this.#waiting.push(value);
    this.#bytes += value.bytes;
  }

  next(): Promise<IteratorResult<T>> {
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    const value = this.#waiting.shift();
    if (value === undefined) return new Promise((resolve) => (this.#pendingNext = resolve));
    this.#bytes -= value.bytes;
    return Promise.resolve({ value, done: false });
  }

  /** Ends the stream immediately, even for a `next` that is pending. */
  return(): Promise<IteratorResult<T>> {
    if (!this.#ended) this.#end(false);
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(tooSlow: boolean): void {
    this.#ended = true;
    this.#waiting = [];
    this.#pendingNext?.({ value: undefined, done: true });
    this.onEnd(tooSlow);
  }
}
