/* How a call ends early: its deadline, its cancellation by the caller, and the errors of both. */

import { Cancellation, type CancelSignal } from '../../primitives/cancellation.js';
import { CancelledError, UpstreamTimeoutError } from '../../records/errors.js';
import type { BoundedTransport, StopReason, Transport, CallBounds, WireRequest } from './transport.js';

/**
 * Gives each call one deadline, counted from the moment of the call.
 *
 * A caller waits for the whole call, not for its parts, so there is one time limit for everything: the queue, a signer module, the
 * connection, headers, body, retries and the pauses between them. A limit for each part would add up: three attempts of ten seconds
 * and two pauses are more than thirty seconds for a caller who was promised ten.
 *
 * The deadline reaches the wrappers below in two forms. `signal` aborts when the time has passed, or earlier when the caller
 * cancels; a wrapper that waits then fails immediately with the error of `stopError`. `expiresAt` is for decisions in advance: a retry
 * whose pause would end later is not begun, and a call waits in the queue for at most half of the remaining time.
 */
export function withDeadline(transport: Transport, timeoutMs: number): BoundedTransport {
  return async (request, { signal: callerSignal, onAttempt, permit } = {}) => {
    if (callerSignal?.aborted) throw new CancelledError(request.endpointPath);
    const signal = new Cancellation();
    const stop = (reason: StopReason) => signal.abort(reason);
    const timer = setTimeout(stop, timeoutMs, 'timeout');
    const onCallerAbort = () => stop('cancelled');
    callerSignal?.addEventListener('abort', onCallerAbort, { once: true });
    try {
      return await transport(request, { signal, expiresAt: performance.now() + timeoutMs, onAttempt, permit });
    } finally {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', onCallerAbort);
    }
  };
}

/**
 * How far a call has come: it waits inside this program, an attempt has begun, or a byte may have reached the service. A caller may
 * repeat a write whose error is not `sent`, and the circuit counts only timeouts of begun attempts.
 */
export type CallProgress = 'waiting' | 'attempted' | 'sent';

/** Returns the error for a call whose signal has aborted. */
export function stopError(endpointPath: string, signal: CancelSignal, progress: CallProgress): UpstreamTimeoutError | CancelledError {
  if (signal.reason === 'cancelled') return new CancelledError(endpointPath);
  return new UpstreamTimeoutError(endpointPath, progress === 'sent', progress !== 'waiting');
}

/**
 * Waits for a promise that does not know the signal, before anything is sent. When the signal aborts, it fails and ignores the
 * promise.
 */
export function untilStopped<T>(work: Promise<T>, { endpointPath }: WireRequest, { signal }: CallBounds): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(stopError(endpointPath, signal, 'waiting'));
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

/** Waits before an attempt. @throws UpstreamTimeoutError or CancelledError where the signal aborts */
export function pauseBefore(ms: number, { endpointPath }: WireRequest, { signal }: CallBounds, progress: CallProgress): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(stopError(endpointPath, signal, progress));
    const stop = () => {
      clearTimeout(timer);
      reject(stopError(endpointPath, signal, progress));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
