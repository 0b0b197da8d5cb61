import { UpstreamError } from './upstream-errors.js';

/** A registration, or another write, was sent and had no valid reply: it may or may not have happened. It is not sent again. */
export class OutcomeUnknownError extends UpstreamError {
  override readonly name = 'OutcomeUnknownError';
  readonly code = 'OUTCOME_UNKNOWN';
  constructor(
    operation: string,
    readonly idempotencyKey: string | null,
    readonly registrants: readonly RegistrantStatus[],
    options?: ErrorOptions,
  ) {
    super(
      operation,
      registrants.length === 0
        ? 'The request was sent, but there was no valid reply: the change may or may not have happened. The request is not repeated automatically.'
        : 'The request was sent, but there was no valid reply: the registration may or may not have happened. ' +
            'extensions.registrants lists what was found. The request is not repeated automatically.',
      options,
    );
  }
  override details() {
    return { ...super.details(), idempotencyKey: this.idempotencyKey, registrants: this.registrants };
  }
}

/** What is known of one registrant after a registration without a valid reply. */
export interface RegistrantStatus {
  /** The position in the input, from 0. */
  readonly index: number;
  readonly status: 'REGISTERED' | 'EARLIER' | 'NOT_FOUND' | 'UNVERIFIED';
}
