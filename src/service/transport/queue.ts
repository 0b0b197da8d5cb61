/* The queue of a lane: it limits the calls in progress, and further ones wait. */

import { UpstreamOverloadedError } from '../../records/errors.js';
import { type CallBounds, stopError } from './exchange.js';

export interface QueueLimits {
  /** Calls in progress at the same time. */
  readonly maxConcurrent: number;
  /** Calls that may wait. */
  readonly maxQueued: number;
}

/** A call waits for at most this fraction of the time until its deadline. The rest is for the service's reply. */
const waitingFraction = 0.5;

/** Limits the calls in progress. Further calls wait, first in, first out. */
export class Queue {
  /** The current numbers of calls in progress and waiting. */
  readonly load = { active: 0, waiting: 0 };
  readonly #waiting = new Set<() => void>();

  constructor(
    private readonly limits: QueueLimits,
    /** Milliseconds on the clock of {@link CallBounds.expiresAt}. */
    private readonly now: () => number,
  ) {}

  /**
   * Takes a place for a call, which gives it back by `leave`. @returns null, or a promise where the call has to wait
   * @throws UpstreamOverloadedError for a call beyond the length of the queue, or that waits too long; UpstreamTimeoutError, CancelledError
   */
  enter(endpointPath: string, { signal, expiresAt }: CallBounds): Promise<void> | null {
    if (signal.aborted) throw stopError(endpointPath, signal, 'waiting');
    if (this.load.active < this.limits.maxConcurrent) {
      this.load.active += 1;
      return null;
    }
    if (this.#waiting.size >= this.limits.maxQueued) throw new UpstreamOverloadedError(endpointPath);
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => () => {
        this.#waiting.delete(begin);
        this.load.waiting = this.#waiting.size;
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        done();
      };
      const begin = settle(resolve);
      const stop = settle(() => reject(stopError(endpointPath, signal, 'waiting')));
      const giveUp = settle(() => reject(new UpstreamOverloadedError(endpointPath)));
      const timer = setTimeout(giveUp, (expiresAt - this.now()) * waitingFraction);
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.add(begin);
      this.load.waiting = this.#waiting.size;
    });
  }

  /** Passes the place of a call that has ended to the first call that waits. */
  leave(): void {
    const [begin] = this.#waiting;
    if (begin) begin();
    else this.load.active -= 1;
  }
}
