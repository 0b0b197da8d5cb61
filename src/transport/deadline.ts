import { Cancellation, type CancelSignal } from '../model/cancellation.js';
import { CancelledError, UpstreamTimeoutError } from '../model/upstream-errors.js';
import type { BoundedTransport, StopReason, Transport } from './transport.js';

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

/** The error for a call that its bounds stopped. */
export function stopped(operation: string, signal: CancelSignal, sent: boolean): UpstreamTimeoutError | CancelledError {
  return signal.reason === 'cancelled' ? new CancelledError(operation) : new UpstreamTimeoutError(operation, sent);
}
