import { UpstreamOverloadedError } from '../model/upstream-errors.js';
import { stopped } from './deadline.js';
import type { CallBounds, Transport, WireRequest } from './transport.js';

export interface Limits {
  /** Calls under way at once. */
  readonly maxConcurrent: number;
  /** Calls that may wait for their turn. */
  readonly maxQueued: number;
}

/** How many calls there are at this moment. */
export interface Load {
  active: number;
  waiting: number;
}

/** A call waits for at most this share of the budget that it has left: the rest is for the service's reply. */
const waitingShare = 0.5;

/** The longest time that a timer takes. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Bounds the calls under way and those that wait for their turn, first come, first served. Calls beyond that, and those
 * that wait too long, are rejected with an UpstreamOverloadedError. The load is kept up to date.
 * @param now milliseconds on the clock of {@link CallBounds.expiresAt}
 */
export function limited(
  transport: Transport,
  { maxConcurrent, maxQueued }: Limits,
  load: Load = { active: 0, waiting: 0 },
  now = () => performance.now(),
): Transport {
  const queue = new Set<() => void>();

  const leave = () => {
    const [next] = queue;
    if (next) next();
    else load.active -= 1;
  };
  /** Resolves when it is this call's turn: the place of the call that left is taken over. */
  const turn = ({ operation }: WireRequest, { signal, expiresAt }: CallBounds) =>
    new Promise<void>((resolve, reject) => {
      const settle = (done: () => void) => () => {
        queue.delete(begin);
        load.waiting = queue.size;
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        done();
      };
      const begin = settle(resolve);
      const stop = settle(() => reject(stopped(operation, signal, 'waiting')));
      const waitMs = Math.min((expiresAt - now()) * waitingShare, longestTimerMs);
      const timer = setTimeout(
        settle(() => reject(new UpstreamOverloadedError(operation))),
        waitMs,
      );
      signal.addEventListener('abort', stop, { once: true });
      queue.add(begin);
      load.waiting = queue.size;
    });

  return async (request, bounds) => {
    if (bounds.signal.aborted) throw stopped(request.operation, bounds.signal, 'waiting');
    if (load.active < maxConcurrent) load.active += 1;
    else if (queue.size >= maxQueued) throw new UpstreamOverloadedError(request.operation);
    else await turn(request, bounds);
    try {
      return await transport(request, bounds);
    } finally {
      leave();
    }
  };
}
