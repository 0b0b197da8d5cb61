/* The errors of calls whose signal has aborted, because their time has passed or the caller cancelled. */

import type { CancelSignal } from '../../primitives/cancellation.js';
import { CancelledError, UpstreamTimeoutError } from '../../records/errors.js';
import type { CallBounds, WireRequest } from './transport.js';

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
