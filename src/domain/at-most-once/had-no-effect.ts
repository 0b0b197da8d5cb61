import { QueryTooComplexError, StateUnavailableError } from '../../model/errors.js';
import {
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../model/upstream-errors.js';

/** Whether a failed write certainly had no effect: nothing was sent, or the service limited the rate (429). */
export function hadNoEffect(error: unknown): boolean {
  if (errorsWithoutEffect.some((errorClass) => error instanceof errorClass)) return true;
  return (error instanceof UpstreamUnavailableError || error instanceof UpstreamTimeoutError) && !error.sent;
}

const errorsWithoutEffect = [QueryTooComplexError, StateUnavailableError, UpstreamOverloadedError, UpstreamRateLimitedError];
