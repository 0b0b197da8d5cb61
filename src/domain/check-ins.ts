/* The check-ins that the service pushes: their feeds, which pass them on to subscribers, and the lookups of their attendees. */

import { Cancellation } from '../primitives/cancellation.js';
import type { Json } from '../primitives/json-text.js';
import { PushStream } from '../primitives/push-stream.js';
import type { Attendee } from '../records/attendee.js';
import type { CheckInEvent } from '../records/check-in.js';
import { parseServiceId, type ActivityId, type ServiceId } from '../records/ids.js';
import { Attendees, type AttendeeDependencies } from './attendees/attendees.js';
import type { Channels } from './channels.js';
import { OperationUpstream, type ServiceAccess } from './upstream.js';

/** The reference tokens of a JSON pointer (RFC 6901). */
type JsonPointer = readonly string[];

/** A check-in as the processes of one graph send it to each other. */
interface CheckInMessage {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly payload: Json;
}

/** A check-in that this process has received. Its subscribers share it. */
export interface ReceivedCheckIn extends CheckInEvent {
  /** The length of its text, which is about its size in memory. */
  readonly bytes: number;
}

/** Returns the check-in of a message; null for a message of another form, which another program may send to the same channel. */
function checkInOf(text: string, activityId: ActivityId, attendeeAt: JsonPointer | null): ReceivedCheckIn | null {
  try {
    const { id, at, payload } = JSON.parse(text) as Partial<CheckInMessage>;
    if (typeof id !== 'string' || typeof at !== 'number' || payload === undefined || payload === null) return null;
    const attendeeServiceId = attendeeAt && serviceIdOf(valueAtPointer(payload, attendeeAt));
    return { id, receivedAt: new Date(at), payload, activityId, bytes: Buffer.byteLength(text), attendeeServiceId };
  } catch {
    return null;
  }
}

/** Returns the value that a JSON pointer names, or undefined if there is none. */
function valueAtPointer(value: Json, pointer: JsonPointer): Json | undefined {
  let found: Json | undefined = value;
  for (const token of pointer) {
    if (typeof found !== 'object' || found === null) return undefined;
    if (Array.isArray(found) && !/^(0|[1-9]\d*)$/.test(token)) return undefined;
    found = (found as Readonly<Record<string, Json>>)[token];
  }
  return found;
}

/** Reads the service id of an attendee, which may be a string, as in forms. @returns null for any other value */
function serviceIdOf(value: Json | undefined): ServiceId | null {
  return typeof value === 'number' || typeof value === 'string' ? parseServiceId(String(value).trim()) : null;
}

interface CheckInFeedOptions {
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

/** The most that may wait for one subscriber, except a single check-in, which may be larger. */
const [maxWaiting, maxWaitingBytes] = [1_000, 4_194_304];

/** Ends the stream of a subscriber that does not keep up, because it will miss a check-in anyway. */
const upToBounds = (waiting: readonly ReceivedCheckIn[]): boolean =>
  waiting.length === 1 || (waiting.length <= maxWaiting && waiting.reduce((sum, { bytes }) => sum + bytes, 0) <= maxWaitingBytes);

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
    void channels.publish(channelOf(activityId), JSON.stringify({ id: newId(), at: now(), payload } satisfies CheckInMessage));
  }

  /** Subscribes to the check-ins of an activity. The subscription ends with `return` of the stream. */
  subscribe(activityId: ActivityId): PushStream<ReceivedCheckIn> {
    const feed = this.#feedOf(activityId);
    const stream = new PushStream<ReceivedCheckIn>(upToBounds, (tooSlow) => {
      feed.streams.delete(stream);
      if (feed.streams.size === 0) {
        feed.unsubscribe();
        this.#feeds.delete(activityId);
      }
      if (tooSlow) this.options.onTooSlow?.();
    });
    feed.streams.add(stream);
    if (this.#closed) void stream.return();
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
      const received = checkInOf(text, activityId, this.options.attendeeAt);
      if (!received) return;
      this.options.onReceived?.(activityId);
      for (const stream of streams) stream.push(received);
    };
    const feed = { streams, unsubscribe: this.options.channels.subscribe(channelOf(activityId), receive) };
    this.#feeds.set(activityId, feed);
    return feed;
  }
}

/** The subscribers of one activity. Each check-in is decoded once for all of them. */
interface Feed {
  readonly streams: Set<PushStream<ReceivedCheckIn>>;
  readonly unsubscribe: () => void;
}

const channelOf = (activityId: ActivityId): string => `check-ins:${activityId}`;

/** The lookup of one check-in's attendee. */
interface PendingLookup {
  readonly attendee: Promise<Attendee | null>;
  /** Whether a detail call reads it, for detail fields. Until the lookup starts, each subscriber can require them. */
  withDetail: boolean;
  started: boolean;
}

/**
 * Reads the attendees of check-ins.
 *
 * - All subscribers of a check-in, and all fields of their operations, share one lookup. If three screens show a check-in, for example, the
 *   attendee is read once. The next check-in of the same attendee has a lookup of its own, because the first may have changed the record:
 *   each check-in that arrives for subscribers of this process begins a new generation of reads.
 * - A lookup reads the list (§4.3), or the detail endpoint (§4.4) if a subscriber selects a detail field.
 * - A lookup in the list includes the check-ins that wait behind this one, up to as many as a call serves:
 *   a burst of 30 takes a few calls, not 30.
 * - A lookup belongs to no operation. It continues when a subscriber leaves, and its calls count for none of them.
 */
export class CheckInAttendees {
  readonly #lookups = new WeakMap<ReceivedCheckIn, PendingLookup>();

  constructor(
    private readonly service: ServiceAccess,
    private readonly dependencies: AttendeeDependencies,
    private readonly feeds: CheckInFeeds,
  ) {}

  /** Reads the attendee of a check-in by its id. @returns null if there is no such attendee. @throws UpstreamError */
  attendeeOf(event: ReceivedCheckIn, id: ServiceId, withDetail: boolean): Promise<Attendee | null> {
    const known = this.#lookups.get(event);
    if (known && !known.started) known.withDetail ||= withDetail;
    if (known && (known.withDetail || !withDetail)) return known.attendee;
    return this.#begin(event, id, withDetail);
  }

  #begin(event: ReceivedCheckIn, id: ServiceId, withDetail: boolean): Promise<Attendee | null> {
    const attendees = new Attendees(new OperationUpstream(this.service, new Cancellation()), event.activityId, this.dependencies);
    // The operations of all subscribers begin in this turn of the event loop, so that the next one knows what they select.
    const attendee = new Promise((resolve) => setImmediate(resolve)).then(() => {
      lookup.started = true;
      if (lookup.withDetail) return attendees.detailById(id);
      this.#readWaiting(event.activityId, attendees);
      return attendees.byId(id);
    });
    const lookup: PendingLookup = { attendee, withDetail, started: false };
    this.#lookups.set(event, lookup);
    return attendee;
  }

  /** Looks up the attendees of the check-ins that wait behind one. The call of its own lookup has their ids too. */
  #readWaiting(activityId: ActivityId, attendees: Attendees): void {
    let free = this.dependencies.lookupsOf(activityId).maxIds - 1;
    for (const waiting of this.feeds.waiting(activityId)) {
      const { attendeeServiceId } = waiting;
      if (free === 0) return;
      if (attendeeServiceId === null || this.#lookups.has(waiting)) continue;
      const attendee = attendees.byId(attendeeServiceId);
      // Its subscriber may have left before it awaits the attendee.
      attendee.catch(() => {});
      this.#lookups.set(waiting, { attendee, withDetail: false, started: true });
      free -= 1;
    }
  }
}
