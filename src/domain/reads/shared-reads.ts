/* Shared reads, also called single-flight: equal reads at the same time are one call to the service, which ends when no caller needs it. */

import { Cancellation, type CancelSignal } from '../../primitives/cancellation.js';
import { InFlightTable } from '../../primitives/in-flight-table.js';
import { CancelledError } from '../../records/errors.js';
import type { ActivityId } from '../../records/ids.js';
import type { Call } from '../../service/call.js';
import type { Endpoint } from '../../service/endpoints.js';
import { type ReadGenerations, readKey, type EndpointReader, type ReadingOperation } from './reader.js';
import type { UpstreamUsage } from './upstream-usage.js';

interface CallInFlight {
  readonly shared: SharedCall<unknown>;
  readonly generation: number;
}

/**
 * A reader in which equal reads that are in flight at the same time share one call to the service ({@link SharedCall}). If ten operations
 * need the tickets of one activity at once, for example, the service receives one call. It counts for the operation that started it, and as
 * a coalesced read for the nine others.
 *
 * - Reads are equal if endpoint, activity and input are. Callers do not matter: the service returns the same
 *   to each of them, and access to fields is checked in the graph.
 * - A read shares no call that began before a write of the same activity ended ({@link ReadGenerations}).
 * - Nothing is stored. A read that begins after the reply has arrived, or after the call was cancelled, is a call of its own.
 *
 * Lookups of attendees by different ids share calls as well: see `domain/attendees/shared-id-lookups.ts`.
 */
export class SharedReads implements EndpointReader {
  readonly #inFlight = new InFlightTable<CallInFlight>();

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
    const key = readKey(endpoint, activityId, input);
    const inFlight = this.#inFlight.get(key);
    if (inFlight?.generation === this.generations.of(activityId)) {
      usage.coalesced += 1;
      return inFlight.shared.read(signal) as Promise<Output>;
    }
    usage.reserveCall();
    return this.#start(key, endpoint, activityId, input, usage).read(signal) as Promise<Output>;
  }

  #start<Input, Output>(
    key: string,
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    usage: UpstreamUsage,
  ): SharedCall<unknown> {
    const remove = () => this.#inFlight.delete(key, inFlight);
    const shared: SharedCall<unknown> = new SharedCall(
      (signal) => this.call(endpoint, activityId, input, { signal, onAttempt: usage.countAttempt }),
      { endpointPath: endpoint.path, releases: endpoint.cachedAs === undefined, onEnded: remove },
    );
    const inFlight: CallInFlight = { shared, generation: this.generations.of(activityId) };
    this.#inFlight.set(key, inFlight);
    return shared;
  }
}

export interface SharedCallOptions {
  /** The path of the endpoint, for errors. */
  readonly endpointPath: string;
  /** Whether the reply is released when the last operation that has read the result ends. Content that may be cached outlives operations. */
  readonly releases: boolean;
  /**
   * Called when no other operation can share the call any more, at least once, and never before the constructor has returned: it has succeeded or
   * failed, or the last operation has left, so that it is cancelled.
   */
  readonly onEnded: () => void;
}

/**
 * One call to the service that several operations wait for and read.
 *
 * - An operation that is cancelled leaves the call: its promise fails with CancelledError, the others go on. The call is cancelled
 *   when no operation waits for it any more.
 * - A failure is an error for all operations that wait.
 * - When the last operation that has read the result ends, the call releases the memory of its reply.
 */
export class SharedCall<Output> {
  /** Cancels the call to the service, and reports to it that the result is not read any more. */
  readonly #cancellation = new Cancellation();
  readonly #result: Promise<Output>;
  /** The number of operations that wait for the result, or that may still read its records. */
  #readers = 0;

  constructor(
    start: (signal: CancelSignal) => Promise<Output>,
    private readonly options: SharedCallOptions,
  ) {
    this.#result = start(this.#cancellation);
    this.#result.then(options.onEnded, options.onEnded);
  }

  /** Waits for the result. @param signal the signal of the operation @throws UpstreamError */
  read(signal: CancelSignal): Promise<Output> {
    this.#readers += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(new CancelledError(this.options.endpointPath));
        if (--this.#readers === 0) {
          this.options.onEnded();
          this.#cancellation.abort('cancelled');
        }
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      const settle = <V>(settlePromise: (value: V) => void, value: V) => {
        signal.removeEventListener('abort', leave);
        if (!signal.aborted && this.options.releases) signal.onEnd?.(() => --this.#readers === 0 && this.#cancellation.end());
        settlePromise(value);
      };
      this.#result.then(
        (result) => settle(resolve, result),
        (error: unknown) => settle(reject, error),
      );
    });
  }
}
