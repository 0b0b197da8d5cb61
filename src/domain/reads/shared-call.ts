/* A call to the service that several operations share, and how it ends. */

import { Cancellation, type CancelSignal } from '../../primitives/cancellation.js';
import { CancelledError } from '../../records/errors.js';

export interface SharedCallOptions {
  /** The path of the endpoint, for errors. */
  readonly endpointPath: string;
  /** Whether the reply is released when the last operation that has read the result ends. Content that may be cached outlives operations. */
  readonly releases: boolean;
  /** Called when the last operation has left: the call is cancelled then, and no other operation can share it. */
  readonly onAbandoned: () => void;
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
  }

  /** Calls a function when the call has succeeded or failed. */
  onSettled(settled: () => void): void {
    this.#result.then(settled, settled);
  }

  /** Waits for the result. @param signal the signal of the operation @throws UpstreamError */
  read(signal: CancelSignal): Promise<Output> {
    this.#readers += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(new CancelledError(this.options.endpointPath));
        if (--this.#readers === 0) {
          this.options.onAbandoned();
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
