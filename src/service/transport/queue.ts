/* A wrapper that limits the calls in progress; further ones wait in a queue. */

import { maxTimerMs } from '../../primitives/waiting.js';
import { UpstreamOverloadedError } from '../../records/errors.js';
import { stopError } from './deadline.js';
import type { CallBounds, Transport, WireRequest } from './transport.js';

export interface QueueLimits {
  /** Calls in progress at the same time. */
  readonly maxConcurrent: number;
  /** Calls that may wait. */
  readonly maxQueued: number;
}

/** The current numbers of calls in progress and waiting. */
export interface QueueLoad {
  active: number;
  waiting: number;
}

/** A call waits for at most this fraction of the time until its deadline. The rest is for the service's reply. */
const waitingFraction = 0.5;

/**
 * Limits the calls in progress. Further calls wait in a queue, first in, first out. Calls beyond the length of the queue, and calls
 * that wait too long, are refused with an UpstreamOverloadedError.
 * @param load is updated at every change
 * @param now milliseconds on the clock of {@link CallBounds.expiresAt}
 */
export function withQueue(
  transport: Transport,
  { maxConcurrent, maxQueued }: QueueLimits,
  load: QueueLoad = { active: 0, waiting: 0 },
  now = () => performance.now(),
): Transport {
  const queue = new Set<() => void>();

  /** Passes the position of a call that has ended to the first call in the queue. */
  const release = () => {
    const [begin] = queue;
    if (begin) begin();
    else load.active -= 1;
  };
  /** Resolves when a call that has ended passes its position to this one. */
  const nextPosition = ({ endpointPath }: WireRequest, { signal, expiresAt }: CallBounds) =>
    new Promise<void>((resolve, reject) => {
      const settle = (done: () => void) => () => {
        queue.delete(begin);
        load.waiting = queue.size;
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        done();
      };
      const begin = settle(resolve);
      const stop = settle(() => reject(stopError(endpointPath, signal, 'waiting')));
      const waitMs = Math.min((expiresAt - now()) * waitingFraction, maxTimerMs);
      const timer = setTimeout(
        settle(() => reject(new UpstreamOverloadedError(endpointPath))),
        waitMs,
      );
      signal.addEventListener('abort', stop, { once: true });
      queue.add(begin);
      load.waiting = queue.size;
    });

  return async (request, bounds) => {
    if (bounds.signal.aborted) throw stopError(request.endpointPath, bounds.signal, 'waiting');
    if (load.active < maxConcurrent) load.active += 1;
    else if (queue.size >= maxQueued) throw new UpstreamOverloadedError(request.endpointPath);
    else await nextPosition(request, bounds);
    try {
      return await transport(request, bounds);
    } finally {
      release();
    }
  };
}
