/* Shared reads, also called single-flight: identical reads at the same time are one call to the service. */

import type { Call } from '../../endpoint/call.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { Cancellation, type CancelSignal } from '../../primitives/cancellation.js';
import { WorkInProgress } from '../../primitives/work-in-progress.js';
import { CancelledError } from '../../model/upstream-errors.js';
import type { ActivityId } from '../../model/ids.js';
import type { UpstreamUsage } from './upstream-usage.js';
import { readKey } from './read-key.js';
import type { ReadOptions, Reader } from './reader.js';

interface InFlightRead {
  readonly result: Promise<unknown>;
  /** Cancels the call to the service, and reports to it that the result is not read any more. */
  readonly cancellation: Cancellation;
  /** The number of reads that wait for the result, or whose operation may still read its records. */
  readers: number;
}

/**
 * Performs single-flight reads: identical reads that are in flight at the same time, of one GraphQL operation or of several, share
 * one call to the service.
 *
 * - Reads are identical if endpoint, activity and input are equal. Callers do not matter: the service returns the same
 *   to each of them, and access to fields is checked in the graph.
 * - Nothing is stored. A read that begins after the reply has arrived is a call of its own.
 * - An operation that is cancelled leaves the call: its reads reject with CancelledError, the others go on. The call is
 *   cancelled when no read waits for it any more, and reads that begin later do not join it.
 * - A failure rejects all reads that wait.
 * - The call counts for the operation that started it, and as a coalesced read for each one that joins.
 * - When the last operation that has read the result ends, the call releases the memory of its reply. Content that may be cached
 *   outlives operations and is not released.
 */
export class SharedReads implements Reader {
  readonly #inFlight = new WorkInProgress<InFlightRead>();

  constructor(private readonly call: Call) {}

  /** Reads by a call of its own, or joins an identical read in flight. @throws UpstreamError, QueryTooComplexError */
  read<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    { usage, signal }: ReadOptions,
  ): Promise<Output> {
    const key = readKey(endpoint, activityId, input);
    let read = this.#inFlight.get(key);
    if (read) {
      usage.countCoalescedRead();
    } else {
      usage.reserveCall();
      read = this.#start(key, endpoint, activityId, input, usage);
    }
    return this.#join(key, read, endpoint, signal) as Promise<Output>;
  }

  #start<Input, Output>(
    key: string,
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    usage: UpstreamUsage,
  ): InFlightRead {
    const cancellation = new Cancellation();
    const result = this.call(endpoint, activityId, input, { signal: cancellation, onAttempt: usage.countAttempt });
    const read: InFlightRead = { result, cancellation, readers: 0 };
    this.#inFlight.set(key, read);
    const remove = () => this.#inFlight.delete(key, read);
    result.then(remove, remove);
    return read;
  }

  #join(
    key: string,
    read: InFlightRead,
    { path, cachedAs }: Pick<Endpoint<unknown, unknown>, 'path' | 'cachedAs'>,
    signal: CancelSignal,
  ): Promise<unknown> {
    read.readers += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(new CancelledError(path));
        if (--read.readers === 0) {
          this.#inFlight.delete(key, read);
          read.cancellation.abort('cancelled');
        }
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      const settle =
        <V>(settlePromise: (value: V) => void) =>
        (value: V) => {
          signal.removeEventListener('abort', leave);
          if (!signal.aborted && cachedAs === undefined) signal.onEnd?.(() => --read.readers === 0 && read.cancellation.end());
          settlePromise(value);
        };
      read.result.then(settle(resolve), settle(reject));
    });
  }
}
