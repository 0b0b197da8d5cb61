import { addAttendees } from '../endpoint/registration.js';
import {
  OutcomeUnknownError,
  UpstreamInvalidResponseError,
  UpstreamRejectedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../model/errors.js';
import type { ActivityId } from '../model/ids.js';
import type { NewRegistration, RegistrationOutcome } from '../model/registration.js';
import type { UserError } from '../model/user-error.js';
import { checkRegistration } from './registration-check.js';
import type { RegistrationForm } from './registration-form.js';
import type { Upstream } from './upstream.js';

export interface RegistrationResult {
  /** null when nothing was registered. */
  readonly outcome: RegistrationOutcome | null;
  readonly replayed: boolean;
  readonly userErrors: readonly UserError[];
}

/** Registers attendees of one activity (§4.2), after checking them against its form (§4.1). */
export class Registrations {
  constructor(
    private readonly upstream: Upstream,
    private readonly activityId: ActivityId,
    private readonly form: RegistrationForm,
  ) {}

  /** Every problem of the input at once; none means that it may be sent. @throws UpstreamError */
  async check(registration: NewRegistration): Promise<readonly UserError[]> {
    if (registration.registrants.length === 0) {
      return [{ code: 'INVALID', message: 'attendees: at least one attendee is expected.', field: ['attendees'] }];
    }
    return checkRegistration(registration, await this.form.fields());
  }

  /** At most one attempt that may have reached the service. @throws UpstreamError, OutcomeUnknownError */
  async add(registration: NewRegistration): Promise<RegistrationResult> {
    const userErrors = await this.check(registration);
    if (userErrors.length > 0) return { outcome: null, replayed: false, userErrors };
    try {
      const outcome = await this.upstream.write(addAttendees, this.activityId, registration);
      return { outcome, replayed: false, userErrors: [] };
    } catch (error) {
      if (error instanceof UpstreamRejectedError) return { outcome: null, replayed: false, userErrors: [rejected(error)] };
      if (mayHaveHappened(error)) throw outcomeUnknown(registration.registrants.length, error);
      throw error;
    }
  }
}

/** What the service refused, in its own masked words. */
export function rejected({ serviceMessage }: UpstreamRejectedError): UserError {
  return { code: 'REJECTED', message: serviceMessage || 'The event service refused the request without saying why.', field: null };
}

/** Whether a failed call may have done its work all the same. */
export function mayHaveHappened(error: unknown): error is Error {
  if (error instanceof UpstreamInvalidResponseError) return true;
  return (error instanceof UpstreamUnavailableError || error instanceof UpstreamTimeoutError) && error.sent;
}

function outcomeUnknown(registrants: number, cause: Error): OutcomeUnknownError {
  const unverified = Array.from({ length: registrants }, (_, index) => ({ index, status: 'UNVERIFIED' as const }));
  return new OutcomeUnknownError(addAttendees.path, null, unverified, { cause });
}
