import type { Call } from '../../endpoint/call.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { Cancellation, type CancelSignal } from '../../model/cancellation.js';
import { CancelledError } from '../../model/upstream-errors.js';
import type { ActivityId } from '../../model/ids.js';
import type { UpstreamUsage } from '../upstream-usage.js';
import { readKey } from './read-key.js';

/** The GraphQL operation that a read belongs to. */
export interface ReadOptions {
  readonly usage: UpstreamUsage;
  /** Aborts when the operation is cancelled: its caller has disconnected, or its time is over. */
  readonly signal: CancelSignal;
}

interface InFlightRead {
  readonly result: Promise<unknown>;
  /** Cancels the call to the service. */
  readonly cancellation: Cancellation;
  /** The number of reads that wait for the result. */
  waiting: number;
  /** The usage of the operation that started the call. */
  readonly usage: UpstreamUsage;
  /** True if another operation receives the result as well. */
  shared: boolean;
}

/**
 * Performs single-flight reads: identical reads that are in flight at the same time, of one GraphQL operation or of several, share
 * one call to the service.
 *
 * - Reads are identical if operation, activity and input are equal. Callers do not matter: the service returns the same
 *   to each of them, and access to fields is checked in the graph.
 * - Nothing is stored. A read that begins after the reply has arrived is a call of its own.
 * - An operation that is cancelled leaves the call: its reads reject with CancelledError, the others go on. The call is
 *   cancelled when no read waits for it any more, and reads that begin later do not join it.
 * - A failure rejects all reads that wait.
 * - The call counts for the operation that started it, and as a coalesced read for each one that joins.
 */
export class SharedReads {
  readonly #inFlight = new Map<string, InFlightRead>();

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
      read.shared ||= read.usage !== usage;
      usage.countCoalescedRead();
    } else {
      usage.reserveCall();
      read = this.#start(key, endpoint, activityId, input, usage);
    }
    return this.#join(key, read, endpoint.path, signal) as Promise<Output>;
  }

  #start<Input, Output>(
    key: string,
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    usage: UpstreamUsage,
  ): InFlightRead {
    const cancellation = new Cancellation();
    // A result that may be cached, or that is shared, outlives the operation that started the call.
    const onReleasable =
      endpoint.cachedAs === undefined ? (release: () => void) => usage.whenOver(() => read.shared || release()) : undefined;
    const result = this.call(endpoint, activityId, input, { signal: cancellation, onAttempt: usage.countAttempt, onReleasable });
    const read: InFlightRead = { result, cancellation, waiting: 0, usage, shared: false };
    this.#inFlight.set(key, read);
    const remove = () => this.#remove(key, read);
    result.then(remove, remove);
    return read;
  }

  #join(key: string, read: InFlightRead, operation: string, signal: CancelSignal): Promise<unknown> {
    read.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(new CancelledError(operation));
        if (--read.waiting === 0) {
          this.#remove(key, read);
          read.cancellation.abort('cancelled');
        }
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      const settle =
        <V>(settlePromise: (value: V) => void) =>
        (value: V) => {
          signal.removeEventListener('abort', leave);
          settlePromise(value);
        };
      read.result.then(settle(resolve), settle(reject));
    });
  }

  /** Removes a read, unless a later one has taken its key. */
  #remove(key: string, read: InFlightRead): void {
    if (this.#inFlight.get(key) === read) this.#inFlight.delete(key);
  }
}
