/* Lookups of attendees by id: lookups of several operations share calls to the service. */

import { CancelledError, UpstreamInvalidResponseError, UpstreamRejectedError } from '../../records/errors.js';
import type { ActivityId, ServiceId } from '../../records/ids.js';
import type { Call } from '../../service/call.js';
import { listAttendees, pageWithIds } from '../../service/endpoints.js';
import type { ReadGenerations, ReadingOperation } from '../reads/reader.js';
import { SharedCall } from '../reads/shared-reads.js';
import { type AttendeeCalls, type IdsPerCall, readAtOnce, type ReplyByIds, resultsOf, type ResultsOfIds } from './read-by-ids.js';

/** A lookup of one operation. */
export interface IdLookup {
  readonly ids: readonly ServiceId[];
  readonly operation: ReadingOperation;
  /** The calls of the operation's own, for ids that it must read alone. */
  readonly calls: AttendeeCalls;
}

interface WaitingLookup {
  readonly lookup: IdLookup;
  readonly settle: (results: Promise<ResultsOfIds>) => void;
}

interface CallInFlight {
  readonly ids: ReadonlySet<ServiceId>;
  readonly reply: SharedCall<ReplyByIds>;
  readonly generation: number;
}

export interface SharedIdLookupsOptions {
  readonly activityId: ActivityId;
  readonly call: Call;
  readonly generations: ReadGenerations;
  /** The maximum number of ids in a call. */
  readonly maxIds: number;
  readonly idsPerCall: IdsPerCall;
  /** Calls back when the pause after a call is over. */
  readonly afterPause: (resume: () => void) => void;
}

/**
 * The lookups of one activity by id (§4.3). All operations share it: see docs/decisions/0014-lookups-share-calls.md. For example:
 *
 *     0 ms     A looks up 1 and 2, B looks up 3 in the same turn of the event loop: one call for 1, 2 and 3
 *     0.3 ms   C looks up 2: it shares this call, which is in flight
 *     0.6 ms   D looks up 4, and soon E looks up 5: they wait for the end of the pause, 2 ms after the call began, and share a call
 *     9 ms     F looks up 6: no pause is left, so its call begins at the end of the turn
 *
 * - A lookup shares no call that began before a write of the activity ended (`ReadGenerations`).
 * - Each operation receives the attendees of its own ids. Access to their fields is checked in the graph.
 * - An operation reads its ids alone if the ids of others may be the reason: the call is rejected, or its reply is invalid. If ids are missing in a
 *   reply that may be incomplete (`IdsPerCall`), the operations of these ids ask for them again. Other failures are those of all: further calls would
 *   burden a service that is slow or unavailable.
 * - The call counts for the first operation, and as a coalesced read for the others.
 */
export class SharedIdLookups {
  #waiting: WaitingLookup[] = [];
  #waitingIds = 0;
  #isPaused = false;
  readonly #inFlight: CallInFlight[] = [];

  constructor(private readonly options: SharedIdLookupsOptions) {}

  /** The number of ids that a call serves: the maximum of a lookup. */
  get maxIds(): number {
    return this.options.idsPerCall.confirmed ?? this.options.maxIds;
  }

  /** Reads attendees by id. @throws UpstreamError, QueryTooComplexError */
  read(lookup: IdLookup): Promise<ResultsOfIds> {
    const generation = this.#generation;
    const inFlight = this.#inFlight.find((call) => call.generation === generation && lookup.ids.every((id) => call.ids.has(id)));
    if (inFlight) {
      lookup.operation.usage.coalesced += 1;
      return this.#resultsFor(lookup, inFlight);
    }
    return new Promise((settle) => {
      if (lookup.ids.length < this.maxIds) this.#wait({ lookup, settle });
      else this.#readTogether([{ lookup, settle }]);
    });
  }

  get #generation(): number {
    return this.options.generations.of(this.options.activityId);
  }

  #wait(waiting: WaitingLookup): void {
    const { length } = waiting.lookup.ids;
    if (this.#waitingIds + length > this.maxIds) this.#readWaiting();
    if (this.#waiting.push(waiting) === 1 && !this.#isPaused) this.#readAfterTurn();
    this.#waitingIds += length;
  }

  #readAfterTurn(): void {
    setImmediate(() => this.#readWaiting());
  }

  #pause(): void {
    this.#isPaused = true;
    this.options.afterPause(() => {
      this.#isPaused = false;
      if (this.#waiting.length > 0) this.#readAfterTurn();
    });
  }

  #readWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingIds = 0;
    if (!this.#isPaused) this.#pause();
    this.#readTogether(waiting);
  }

  /** Reads the ids of several lookups by one call. */
  #readTogether(lookups: readonly WaitingLookup[]): void {
    const sharing: WaitingLookup[] = [];
    for (const each of lookups) {
      const { signal, usage } = each.lookup.operation;
      if (signal.aborted) each.settle(Promise.reject(new CancelledError(listAttendees.path)));
      // The first operation makes the call for all. One that has made its maximum of calls cannot, and fails alone.
      else if (sharing.length > 0 || usage.tryReserveCall()) sharing.push(each);
      else each.settle(this.#readAlone(each.lookup));
    }
    const [first, ...others] = sharing;
    if (!first) return;
    const inFlight = this.#begin(new Set(sharing.flatMap(({ lookup }) => lookup.ids)), first.lookup.operation);
    for (const { lookup } of others) lookup.operation.usage.coalesced += 1;
    for (const { lookup, settle } of sharing) settle(this.#resultsFor(lookup, inFlight));
  }

  /** Begins a call that counts for an operation. */
  #begin(ids: ReadonlySet<ServiceId>, { usage }: ReadingOperation): CallInFlight {
    const { call, activityId, idsPerCall } = this.options;
    const remove = () => {
      const index = this.#inFlight.indexOf(inFlight);
      if (index !== -1) this.#inFlight.splice(index, 1);
    };
    const reply = new SharedCall(
      (signal) =>
        readAtOnce(ids, idsPerCall, (requested) =>
          call(listAttendees, activityId, pageWithIds(requested), { signal, onAttempt: usage.countAttempt }),
        ),
      { endpointPath: listAttendees.path, releases: true, onEnded: remove },
    );
    const inFlight: CallInFlight = { ids, reply, generation: this.#generation };
    this.#inFlight.push(inFlight);
    return inFlight;
  }

  /** The results of a lookup by a call that has all its ids. */
  async #resultsFor(lookup: IdLookup, { ids, reply: call }: CallInFlight): Promise<ResultsOfIds> {
    let reply: ReplyByIds;
    try {
      reply = await call.read(lookup.operation.signal);
    } catch (error) {
      const areOthersPossiblyTheReason = error instanceof UpstreamRejectedError || error instanceof UpstreamInvalidResponseError;
      if (areOthersPossiblyTheReason && ids.size > lookup.ids.length) return this.#readAlone(lookup);
      throw error;
    }
    return resultsOf(lookup.ids, reply, this.options.idsPerCall, lookup.calls);
  }

  async #readAlone({ ids, calls }: IdLookup): Promise<ResultsOfIds> {
    const { idsPerCall } = this.options;
    return resultsOf(ids, await readAtOnce(new Set(ids), idsPerCall, calls.withIds), idsPerCall, calls);
  }
}
