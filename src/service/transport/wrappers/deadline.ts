import { Cancellation } from '../../../primitives/cancellation.js';
import { CancelledError } from '../../../records/errors.js';
import type { BoundedTransport, StopReason, Transport } from '../transport.js';

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
