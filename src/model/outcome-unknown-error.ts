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
    super(operation, messageFor(idempotencyKey, registrants), options);
  }
  override details() {
    return { ...super.details(), idempotencyKey: this.idempotencyKey, registrants: this.registrants };
  }
}

/** The known status of one registrant after a registration without a valid reply. */
export interface RegistrantStatus {
  /** The position in the input, from 0. */
  readonly index: number;
  readonly status: 'REGISTERED' | 'EARLIER' | 'NOT_FOUND' | 'UNVERIFIED';
}

function messageFor(idempotencyKey: string | null, registrants: readonly RegistrantStatus[]): string {
  const what =
    registrants.length === 0
      ? 'the change may or may not have happened.'
      : 'the registration may or may not have happened. extensions.registrants lists what was found.';
  const advice =
    idempotencyKey === null
      ? 'Find out whether it has happened before you send the mutation again.'
      : 'Send the mutation again with the same idempotencyKey to look again; with a new key it may register the attendees twice.';
  return `The request was sent, but there was no valid reply: ${what} ${advice}`;
}
