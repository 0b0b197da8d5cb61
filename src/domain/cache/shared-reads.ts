import type { Call } from '../../endpoint/call.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { Cancellation, type CancelSignal } from '../../model/cancellation.js';
import { CancelledError } from '../../model/upstream-errors.js';
import type { ActivityId } from '../../model/ids.js';
import type { UpstreamUsage } from '../upstream-usage.js';

export interface ReadOptions {
  readonly usage: UpstreamUsage;
  /** Aborts when nobody waits for the operation any more. */
  readonly signal: CancelSignal;
}

interface Flight {
  readonly answer: Promise<unknown>;
  readonly unwanted: Cancellation;
  waiters: number;
  /** Of the operation that asked first. */
  readonly usage: UpstreamUsage;
  /** Whether another operation reads the answer too. */
  shared: boolean;
}

/** Reads of all operations: identical ones under way at the same time are one call, given up only when nobody waits. */
export class SharedReads {
  readonly #flights = new Map<string, Flight>();

  constructor(private readonly call: Call) {}

  read<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    { usage, signal }: ReadOptions,
  ): Promise<Output> {
    const key = `${endpoint.path} ${activityId} ${JSON.stringify(input)}`;
    let flight = this.#flights.get(key);
    if (flight) {
      flight.shared ||= flight.usage !== usage;
      usage.joined();
    } else {
      usage.begin();
      flight = this.#start(key, endpoint, activityId, input, usage);
    }
    return this.#wait(key, flight, endpoint.path, signal) as Promise<Output>;
  }

  #start<Input, Output>(
    key: string,
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    usage: UpstreamUsage,
  ): Flight {
    const unwanted = new Cancellation();
    // What may be kept or is shared outlives the operation that asked first.
    const onReleasable =
      endpoint.cachedAs === undefined ? (release: () => void) => usage.whenOver(() => flight.shared || release()) : undefined;
    const answer = this.call(endpoint, activityId, input, { signal: unwanted, onAttempt: usage.attempt, onReleasable });
    const flight: Flight = { answer, unwanted, waiters: 0, usage, shared: false };
    this.#flights.set(key, flight);
    const land = () => this.#forget(key, flight);
    answer.then(land, land);
    return flight;
  }

  #wait(key: string, flight: Flight, operation: string, signal: CancelSignal): Promise<unknown> {
    flight.waiters += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(new CancelledError(operation));
        if (--flight.waiters === 0) {
          this.#forget(key, flight);
          flight.unwanted.abort('cancelled');
        }
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      const settle =
        <V>(done: (value: V) => void) =>
        (value: V) => {
          signal.removeEventListener('abort', leave);
          done(value);
        };
      flight.answer.then(settle(resolve), settle(reject));
    });
  }

  #forget(key: string, flight: Flight): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
