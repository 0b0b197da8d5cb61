/* Lookups of attendees by id: lookups of several operations share calls to the service. */

import { InFlightTable } from '../../primitives/in-flight-table.js';
import { CancelledError, UpstreamInvalidResponseError, UpstreamRejectedError } from '../../records/errors.js';
import type { ActivityId, ServiceId } from '../../records/ids.js';
import type { Call } from '../../service/call.js';
import { listAttendees, pageWithIds } from '../../service/endpoints.js';
import type { ReadGenerations, ReadingOperation } from '../reads/reader.js';
import { SharedCall } from '../reads/shared-reads.js';
import { type IdsPerCall, readAtOnce, type ReplyByIds, type ResultsOfIds } from './read-by-ids.js';

/** A lookup of one operation. */
export interface IdLookup {
  readonly ids: readonly ServiceId[];
  readonly operation: ReadingOperation;
  /** Reads the ids by calls of the operation's own. */
  readonly readAlone: () => Promise<ResultsOfIds>;
}

interface WaitingLookup extends IdLookup {
  settle(results: Promise<ResultsOfIds>): void;
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
 * - A lookup that is alone in its turn, as that of F, is read by itself. Only an equal lookup shares its call, by `SharedReads`.
 * - A lookup shares no call that began before a write of the activity ended (`ReadGenerations`).
 * - Each operation receives the attendees of its own ids. Access to their fields is checked in the graph.
 * - An operation reads its ids alone if the ids of others may be the reason: the call is rejected, its reply is invalid, or ids are missing in
 *   a reply that may be incomplete (`IdsPerCall`). Other failures are those of all: further calls would burden a service that is slow or unavailable.
 * - The call counts for the first operation, and as a coalesced read for the others.
 */
export class SharedIdLookups {
  #waiting: WaitingLookup[] = [];
  #waitingIds = 0;
  #isPaused = false;
  readonly #inFlight = new InFlightTable<CallInFlight, ServiceId>();

  constructor(private readonly options: SharedIdLookupsOptions) {}

  /** Reads attendees by id. @throws UpstreamError, QueryTooComplexError */
  read(lookup: IdLookup): Promise<ResultsOfIds> {
    const { ids, operation, readAlone } = lookup;
    const inFlight = this.#inFlight.get(ids[0]!);
    if (inFlight?.generation === this.#generation && ids.every((id) => inFlight.ids.has(id))) {
      operation.usage.countSharedRead();
      return this.#readShared(inFlight, lookup);
    }
    return ids.length < this.#maxIds ? new Promise((settle) => this.#wait({ ids, operation, readAlone, settle })) : readAlone();
  }

  get #generation(): number {
    return this.options.generations.of(this.options.activityId);
  }

  /** The number of ids that a call serves. */
  get #maxIds(): number {
    return this.options.idsPerCall.confirmed ?? this.options.maxIds;
  }

  #wait(lookup: WaitingLookup): void {
    if (this.#waitingIds + lookup.ids.length > this.#maxIds) this.#readWaiting();
    if (this.#waiting.push(lookup) === 1 && !this.#isPaused) this.#readAfterTurn();
    this.#waitingIds += lookup.ids.length;
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
    const sharing: WaitingLookup[] = [];
    let isCallReserved = false;
    for (const lookup of waiting) {
      const { signal, usage } = lookup.operation;
      if (signal.aborted) {
        lookup.settle(Promise.reject(new CancelledError(listAttendees.path)));
        continue;
      }
      // The first operation makes the call for all. One that has made its maximum of calls cannot, and fails alone.
      if (waiting.length > 1 && !isCallReserved) isCallReserved = usage.tryReserveCall();
      if (isCallReserved) sharing.push(lookup);
      else lookup.settle(lookup.readAlone());
    }
    if (sharing.length > 0) this.#readTogether(sharing);
  }

  #readTogether(lookups: readonly WaitingLookup[]): void {
    const ids = new Set(lookups.flatMap((lookup) => lookup.ids));
    const { countAttempt } = lookups[0]!.operation.usage;
    // The call ends in a later turn, when `inFlight` below exists.
    const remove = () => ids.forEach((id) => this.#inFlight.delete(id, inFlight));
    const { call, activityId, idsPerCall } = this.options;
    const reply = new SharedCall(
      (signal) =>
        readAtOnce([...ids], idsPerCall, (requested) =>
          call(listAttendees, activityId, pageWithIds(requested), { signal, onAttempt: countAttempt }),
        ),
      { endpointPath: listAttendees.path, releases: true, onAbandoned: remove },
    );
    const inFlight: CallInFlight = { ids, reply, generation: this.#generation };
    reply.onSettled(remove);
    for (const id of ids) this.#inFlight.set(id, inFlight);
    lookups.forEach((lookup, index) => {
      if (index > 0) lookup.operation.usage.countSharedRead();
      lookup.settle(this.#readShared(inFlight, lookup));
    });
  }

  async #readShared({ reply }: CallInFlight, { ids, operation, readAlone }: IdLookup): Promise<ResultsOfIds> {
    let shared: ReplyByIds;
    try {
      shared = await reply.read(operation.signal);
    } catch (error) {
      if (error instanceof UpstreamRejectedError || error instanceof UpstreamInvalidResponseError) return readAlone();
      throw error;
    }
    const results = ids.map((id) => shared.attendees.get(id) ?? null);
    if (shared.isComplete || !results.includes(null)) return results;
    const own = await readAlone();
    const isFoundAlone = own.some((attendee, index) => attendee !== null && !(attendee instanceof Error) && results[index] === null);
    if (isFoundAlone && !shared.ignoresIds) this.options.idsPerCall.recordIncomplete(shared.returned);
    return own;
  }
}
