import { Cancellation, type CancelSignal } from '../model/cancellation.js';
import { CancelledError, UpstreamTimeoutError } from '../model/upstream-errors.js';
import type { BoundedTransport, CallBounds, StopReason, Transport, WireRequest } from './transport.js';

/** Gives every call one deadline, from the moment it is asked for: queue, connection, headers, body and retries. */
export function deadlined(transport: Transport, timeoutMs: number): BoundedTransport {
  return async (request, { signal: callerSignal, onAttempt } = {}) => {
    if (callerSignal?.aborted) throw new CancelledError(request.operation);
    const over = new Cancellation();
    const stop = (reason: StopReason) => over.abort(reason);
    const timer = setTimeout(stop, timeoutMs, 'timeout');
    const onCallerGone = () => stop('cancelled');
    callerSignal?.addEventListener('abort', onCallerGone, { once: true });
    try {
      return await transport(request, { signal: over, expiresAt: performance.now() + timeoutMs, onAttempt });
    } finally {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', onCallerGone);
    }
  };
}

/** How far a call has come: it waits inside this program, it is on its way to the service, or a byte may have reached it. */
export type Progress = 'waiting' | 'attempted' | 'sent';

/** The error for a call that its bounds stopped. */
export function stopped(operation: string, signal: CancelSignal, progress: Progress): UpstreamTimeoutError | CancelledError {
  if (signal.reason === 'cancelled') return new CancelledError(operation);
  return new UpstreamTimeoutError(operation, progress === 'sent', progress !== 'waiting');
}

/** Waits for work that knows no bounds, before anything is sent. Rejects when the call is stopped; a later result of the work is dropped. */
export function untilStopped<T>(work: Promise<T>, { operation }: WireRequest, { signal }: CallBounds): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(stopped(operation, signal, 'waiting'));
    const settle =
      <V>(done: (value: V) => void) =>
      (value: V) => {
        signal.removeEventListener('abort', stop);
        done(value);
      };
    work.then(settle(resolve), settle(reject));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
