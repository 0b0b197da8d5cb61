import {
  QueryTooComplexError,
  StateUnavailableError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../records/errors.js';

/** Whether a failed write certainly had no effect: nothing was sent, or the service limited the rate (429). */
export function hadNoEffect(error: unknown): boolean {
  if (errorsWithoutEffect.some((errorClass) => error instanceof errorClass)) return true;
  return (error instanceof UpstreamUnavailableError || error instanceof UpstreamTimeoutError) && !error.sent;
}

const errorsWithoutEffect = [QueryTooComplexError, StateUnavailableError, UpstreamOverloadedError, UpstreamRateLimitedError];
