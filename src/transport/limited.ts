import { UpstreamOverloadedError } from '../model/upstream-errors.js';
import { stopped } from './deadline.js';
import type { CallBounds, Transport, WireRequest } from './transport.js';

export interface Limits {
  /** Calls under way at once. */
  readonly maxConcurrent: number;
  /** Calls that may wait for their turn. */
  readonly maxQueued: number;
  /** How long one may wait. */
  readonly maxWaitMs: number;
}

/** How many calls there are at this moment. */
export interface Load {
  active: number;
  waiting: number;
}

/** Bounds the calls under way and those that wait: what is too much is refused, not piled up. The load is kept up to date. */
export function limited(
  transport: Transport,
  { maxConcurrent, maxQueued, maxWaitMs }: Limits,
  load: Load = { active: 0, waiting: 0 },
): Transport {
  const queue = new Set<() => void>();

  const leave = () => {
    const [next] = queue;
    if (next) next();
    else load.active -= 1;
  };
  /** Resolves when it is this call's turn: the place of the call that left is taken over. */
  const turn = ({ operation }: WireRequest, { signal }: CallBounds) =>
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
      const timer = setTimeout(settle(() => reject(new UpstreamOverloadedError(operation))), maxWaitMs);
      signal.addEventListener('abort', stop, { once: true });
      queue.add(begin);
      load.waiting = queue.size;
    });

  return async (request, bounds) => {
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
