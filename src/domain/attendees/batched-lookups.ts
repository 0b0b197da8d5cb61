/* Lookups of attendees by id: lookups of several operations share calls to the service. */

import type { CancelSignal } from '../../primitives/cancellation.js';
import { CancelledError, UpstreamInvalidResponseError, UpstreamRejectedError } from '../../records/errors.js';
import type { ActivityId, ServiceId } from '../../records/ids.js';
import { listAttendees } from '../../service/endpoints.js';
import { CoalescedCall } from '../shared-reads.js';
import type { ServiceAccess, ReadingOperation } from '../upstream.js';
import { type IdsPerCall, type AttendeeReader, type ReplyByIds, resultsOf, type ResultsOfIds } from './read-by-ids.js';

interface WaitingLookup {
  readonly ids: readonly ServiceId[];
  readonly operation: ReadingOperation;
  /** Receives the call that has the ids; null if the operation must read them alone. */
  readonly settle: (call: CallInFlight | null) => void;
}

interface CallInFlight {
  readonly ids: ReadonlySet<ServiceId>;
  readonly shared: CoalescedCall<ReplyByIds>;
  readonly generation: number;
}

interface BatchedLookupsOptions {
  readonly activityId: ActivityId;
  readonly service: Pick<ServiceAccess, 'call' | 'generations'>;
  readonly idsPerCall: IdsPerCall;
  /** Calls back when the pause is over that begins with a call. */
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
 * - The call counts for the first operation, and as a coalesced read for the others.
 */
export class BatchedLookups {
  #waiting: WaitingLookup[] = [];
  #waitingIds = 0;
  #isPaused = false;
  readonly #inFlight: CallInFlight[] = [];

  constructor(private readonly options: BatchedLookupsOptions) {}

  /** The number of ids that a call serves: the maximum of a lookup. */
  get maxIds(): number {
    return this.options.idsPerCall.maximum;
  }

  /**
   * Reads attendees by id.
   * @param reader that of the operation, for ids that it must read alone
   * @throws UpstreamError, QueryTooComplexError
   */
  async read(ids: readonly ServiceId[], operation: ReadingOperation, reader: AttendeeReader): Promise<ResultsOfIds> {
    const { idsPerCall } = this.options;
    const generation = this.#generation;
    const inFlight = this.#inFlight.find((call) => call.generation === generation && ids.every((id) => call.ids.has(id)));
    if (inFlight) operation.usage.coalesced += 1;
    const call = inFlight ?? (await new Promise<CallInFlight | null>((settle) => this.#gather({ ids, operation, settle })));
    if (operation.signal.aborted) throw new CancelledError(listAttendees.path);
    const shared = call && (await replyOf(call, ids, operation));
    return resultsOf(ids, shared ?? (await idsPerCall.read(ids, reader)), idsPerCall, reader);
  }

  get #generation(): number {
    const { service, activityId } = this.options;
    return service.generations.ofActivity(activityId);
  }

  #gather(lookup: WaitingLookup): void {
    const { length } = lookup.ids;
    if (length >= this.maxIds) return this.#readTogether([lookup]);
    if (this.#waitingIds + length > this.maxIds) this.#readWaiting();
    if (this.#waiting.push(lookup) === 1 && !this.#isPaused) this.#readAfterTurn();
    this.#waitingIds += length;
  }

  #readAfterTurn(): void {
    setImmediate(() => this.#readWaiting());
  }

  #readWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingIds = 0;
    if (!this.#isPaused) {
      this.#isPaused = true;
      this.options.afterPause(() => {
        this.#isPaused = false;
        if (this.#waiting.length > 0) this.#readAfterTurn();
      });
    }
    this.#readTogether(waiting);
  }

  /** Reads the ids of several lookups by one call. */
  #readTogether(lookups: readonly WaitingLookup[]): void {
    const sharing: WaitingLookup[] = [];
    for (const lookup of lookups) {
      const { signal, usage } = lookup.operation;
      // The first operation makes the call for all. One that has made its maximum of calls cannot, and fails alone.
      if (!signal.aborted && (sharing.length > 0 || usage.tryReserveCall())) sharing.push(lookup);
      else lookup.settle(null);
    }
    const [first, ...others] = sharing;
    if (!first) return;
    const inFlight = this.#begin(new Set(sharing.flatMap(({ ids }) => ids)), first.operation);
    for (const { operation } of others) operation.usage.coalesced += 1;
    for (const { settle } of sharing) settle(inFlight);
  }

  /** Begins a call that counts for an operation. */
  #begin(ids: ReadonlySet<ServiceId>, { usage }: ReadingOperation): CallInFlight {
    const { service, activityId, idsPerCall } = this.options;
    const remove = () => {
      const index = this.#inFlight.indexOf(inFlight);
      if (index !== -1) this.#inFlight.splice(index, 1);
    };
    const read = (signal: CancelSignal) =>
      idsPerCall.read([...ids], {
        readPage: (page) => service.call(listAttendees, activityId, page, { signal, onAttempt: usage.countAttempt }),
      });
    const inFlight: CallInFlight = { ids, shared: new CoalescedCall(listAttendees, read, remove), generation: this.#generation };
    this.#inFlight.push(inFlight);
    return inFlight;
  }
}

/** Waits for a call that has all ids of a lookup. @returns null if it fails, perhaps because of the ids of others @throws UpstreamError */
async function replyOf(call: CallInFlight, ids: readonly ServiceId[], { signal }: ReadingOperation): Promise<ReplyByIds | null> {
  try {
    return await call.shared.read(signal);
  } catch (error) {
    const areOthersPossiblyTheReason = error instanceof UpstreamRejectedError || error instanceof UpstreamInvalidResponseError;
    if (areOthersPossiblyTheReason && call.ids.size > ids.length) return null;
    throw error;
  }
}
