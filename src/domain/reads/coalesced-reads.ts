/*
 * How reads are coalesced, also called single-flight: equal reads at the same time are one call to the service, which ends when no
 * operation needs it.
 */

import { Cancellation, type CancelSignal } from '../../primitives/cancellation.js';
import { InFlightTable } from '../../primitives/in-flight-table.js';
import { CancelledError } from '../../records/errors.js';
import type { ActivityId } from '../../records/ids.js';
import type { Call } from '../../service/call.js';
import type { Endpoint } from '../../service/endpoints.js';
import type { EndpointReader, ReadGenerations, ReadingOperation } from './upstream.js';

/**
 * A reader in which equal reads that are in flight at the same time share one call to the service ({@link CoalescedCall}). If ten operations
 * need the tickets of one activity at once, for example, the service receives one call. It counts for the operation that started it, and as
 * a coalesced read for the nine others.
 *
 * - Reads are equal if endpoint, activity and input are. Callers do not matter: the service returns the same
 *   to each of them, and access to fields is checked in the graph.
 * - A read shares no call that began before a write of the same activity ended ({@link ReadGenerations}).
 * - Nothing is stored. A read that begins after the reply has arrived, or after the call was cancelled, is a call of its own.
 *
 * Lookups of attendees by different ids share calls as well: see `domain/attendees/batched-lookups.ts`.
 */
export class CoalescedReads implements EndpointReader {
  readonly #inFlight = new InFlightTable<CoalescedCall<unknown>>();

  constructor(
    private readonly call: Call,
    private readonly generations: ReadGenerations,
  ) {}

  /** Reads by a call of its own, or shares that of an equal read in flight. @throws UpstreamError, QueryTooComplexError */
  read<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    { usage, signal }: ReadingOperation,
  ): Promise<Output> {
    const key = `${this.generations.ofActivity(activityId)} ${readKey(endpoint, activityId, input)}`;
    const inFlight = this.#inFlight.get(key);
    if (inFlight) {
      usage.coalesced += 1;
      return inFlight.read(signal) as Promise<Output>;
    }
    usage.reserveCall();
    const begun: CoalescedCall<unknown> = new CoalescedCall(
      endpoint,
      (signalOfCall) => this.call(endpoint, activityId, input, { signal: signalOfCall, onAttempt: usage.countAttempt }),
      () => this.#inFlight.delete(key, begun),
    );
    this.#inFlight.set(key, begun);
    return begun.read(signal) as Promise<Output>;
  }
}

/**
 * The key of a read: equal for reads of the same endpoint and activity with the same input. An input without members is the same as none.
 */
export function readKey<Input, Output>({ name }: Endpoint<Input, Output>, activityId: ActivityId, input: Input): string {
  return `${name} ${activityId} ${JSON.stringify(input ?? {})}`;
}

/**
 * One call to the service that several operations wait for and read: that of a page of attendees, for example, which three phones request
 * at the same time. It ends early when all three have disconnected, and releases the reply when the last response is written.
 *
 * - An operation that is cancelled leaves the call: its promise fails with CancelledError, the others go on. The call is cancelled
 *   when no operation waits for it any more.
 * - A failure is an error for all operations that wait.
 * - When the last operation that has read the result ends, the call releases the memory of its reply,
 *   unless that is content, which may be cached.
 */
export class CoalescedCall<Output> {
  /** Cancels the call to the service, and reports to it that the result is not read any more. */
  readonly #cancellation = new Cancellation();
  readonly #result: Promise<Output>;
  /** The number of operations that wait for the result, or that may still read its records. */
  #readers = 0;

  /**
   * @param onEnded called when no other operation can share the call any more, at least once, and never before the constructor has
   * returned: it has succeeded or failed, or the last operation has left, so that it is cancelled
   */
  constructor(
    private readonly endpoint: Pick<Endpoint<unknown, unknown>, 'path' | 'cachedAs'>,
    start: (signal: CancelSignal) => Promise<Output>,
    private readonly onEnded: () => void,
  ) {
    this.#result = start(this.#cancellation);
    this.#result.then(onEnded, onEnded);
  }

  /** Waits for the result. @param signal the signal of the operation @throws UpstreamError */
  read(signal: CancelSignal): Promise<Output> {
    this.#readers += 1;
    const isContent = this.endpoint.cachedAs !== undefined;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(new CancelledError(this.endpoint.path));
        if (--this.#readers === 0) {
          this.onEnded();
          this.#cancellation.abort('cancelled');
        }
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      const settle = <V>(settlePromise: (value: V) => void, value: V) => {
        signal.removeEventListener('abort', leave);
        if (!signal.aborted && !isContent) signal.onEnd?.(() => --this.#readers === 0 && this.#cancellation.end());
        settlePromise(value);
      };
      this.#result.then(
        (result) => settle(resolve, result),
        (error: unknown) => settle(reject, error),
      );
    });
  }
}
