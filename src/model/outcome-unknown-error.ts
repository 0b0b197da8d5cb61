import { UpstreamError } from './upstream-errors.js';

/** A registration, or another write, was sent and had no valid reply: it may or may not have happened. It is not sent again. */
export class OutcomeUnknownError extends UpstreamError {
  override readonly name = 'OutcomeUnknownError';
  readonly code = 'OUTCOME_UNKNOWN';
  constructor(
    operation: string,
    readonly idempotencyKey: string | null,
    readonly registrants: readonly RegistrantStatus[],
    { advice, ...options }: OutcomeUnknownOptions = {},
  ) {
    super(operation, messageFor(registrants, advice ?? adviceFor(idempotencyKey)), options);
  }
  override details() {
    return { ...super.details(), idempotencyKey: this.idempotencyKey, registrants: this.registrants };
  }
}

export interface OutcomeUnknownOptions extends ErrorOptions {
  /** What the caller should do, where that does not follow from the idempotency key. */
  readonly advice?: string;
}

/** The known status of one registrant after a registration without a valid reply. */
export interface RegistrantStatus {
  /** The position in the input, from 0. */
  readonly index: number;
  readonly status: 'REGISTERED' | 'EARLIER' | 'NOT_FOUND' | 'UNVERIFIED';
}

function messageFor(registrants: readonly RegistrantStatus[], advice: string): string {
  const what =
    registrants.length === 0
      ? 'the change may or may not have happened.'
      : 'the registration may or may not have happened. extensions.registrants lists what was found.';
  return `The request was sent, but there was no valid reply: ${what} ${advice}`;
}

const adviceFor = (idempotencyKey: string | null): string =>
  idempotencyKey === null
    ? 'Find out whether it has happened before you send the mutation again.'
    : 'Send the mutation again with the same idempotencyKey to look again; with a new key it may register the attendees twice.';
