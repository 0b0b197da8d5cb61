/* How a call ends early: its deadline has passed, or its caller has cancelled it. */

import type { CancelSignal } from '../../primitives/cancellation.js';
import { CancelledError, UpstreamTimeoutError } from '../../records/errors.js';

/**
 * How far a call has come: it waits inside this program, an attempt has begun, or a byte may have reached the service. A caller may
 * repeat a write whose error is not `sent`, and the circuit counts only timeouts of begun attempts.
 */
type CallProgress = 'waiting' | 'attempted' | 'sent';

/** Returns the error for a call whose signal has aborted. */
export function stopError(endpointPath: string, signal: CancelSignal, progress: CallProgress): UpstreamTimeoutError | CancelledError {
  if (signal.reason === 'cancelled') return new CancelledError(endpointPath);
  return new UpstreamTimeoutError(endpointPath, progress === 'sent', progress !== 'waiting');
}

/** Waits for work that does not know the signal. When the signal aborts, it fails with {@link stopError}, and ignores the work. */
export function untilStopped<T>(work: Promise<T>, endpointPath: string, signal: CancelSignal, progress: CallProgress): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(stopError(endpointPath, signal, progress));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Waits before an attempt. @throws UpstreamTimeoutError or CancelledError where the signal aborts */
export async function pauseBefore(ms: number, endpointPath: string, signal: CancelSignal, progress: CallProgress): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  try {
    await untilStopped(pause, endpointPath, signal, progress);
  } finally {
    clearTimeout(timer);
  }
}
