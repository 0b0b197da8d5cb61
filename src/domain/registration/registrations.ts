/* Registrations of one activity, for one GraphQL operation (§4.2): checked, then sent at most once. */

import { addAttendees } from '../../endpoint/registration.js';
import type { WritePermit } from '../../model/calls/write-permit.js';
import type { ActivityId } from '../../model/ids.js';
import { OutcomeUnknownError } from '../../model/outcome-unknown-error.js';
import type { NewRegistration, RegistrationResult } from '../../model/registration.js';
import { UpstreamRejectedError } from '../../model/upstream-errors.js';
import type { UserError } from '../../model/user-error.js';
import type { WaitBudget } from '../../primitives/wait-budget.js';
import type { Ledger, WriteSteps } from '../at-most-once/ledger.js';
import { hadNoEffect, lookUpRegistrants } from '../at-most-once/outcome-check.js';
import type { Attendees } from '../attendees/attendees.js';
import type { OperationUpstream } from '../reads/upstream.js';
import { rejectedByService } from '../rejected-by-service.js';
import type { FormFields } from './form-fields.js';
import { checkRegistration } from './registration-check.js';

/** The caller that registers, and its idempotency key, if any. */
export interface RegistrationRequest {
  readonly callerName: string;
  readonly idempotencyKey: string | null;
}

/** Registers attendees for one activity (§4.2), after a check against its form (§4.1). */
export class Registrations {
  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
    private readonly formFields: FormFields,
    private readonly attendees: Attendees,
    private readonly ledger: Ledger,
    /** The time that the operation may wait for the store of outcomes, where it can be slow. */
    private readonly wait?: WaitBudget,
  ) {}

  /** Returns all problems of the input; input without problems may be sent. @throws UpstreamError */
  async check(registration: NewRegistration, idempotencyKey: string | null): Promise<readonly UserError[]> {
    const keyErrors = checkKey(idempotencyKey);
    if (registration.registrants.length === 0) {
      return [...keyErrors, { code: 'INVALID', message: 'attendees: at least one attendee is expected.', field: ['attendees'] }];
    }
    return [...keyErrors, ...checkRegistration(registration, await this.formFields.all())];
  }

  /**
   * Checks and registers, with at most one attempt that may reach the service: for each key (see `Ledger`), or for each
   * call without a key. @throws UpstreamError, OutcomeUnknownError
   */
  async add(registration: NewRegistration, { callerName, idempotencyKey }: RegistrationRequest): Promise<RegistrationResult> {
    const steps: WriteSteps = {
      check: () => this.check(registration, idempotencyKey),
      send: (permit) => this.#send(registration, permit),
      unknownOutcome: (sentAt, cause) => this.#unknownOutcome(registration, idempotencyKey, sentAt, cause),
    };
    if (idempotencyKey === null || checkKey(idempotencyKey).length > 0) return this.#addWithoutKey(registration, steps);
    return this.ledger.once([callerName, String(this.activityId), addAttendees.path, idempotencyKey], registration, steps, this.wait);
  }

  async #addWithoutKey(registration: NewRegistration, steps: WriteSteps): Promise<RegistrationResult> {
    const userErrors = await steps.check();
    if (userErrors.length > 0) return { outcome: null, replayed: false, userErrors };
    const sentAt = this.ledger.now();
    try {
      return { ...(await this.#send(registration)), replayed: false };
    } catch (error) {
      throw hadNoEffect(error) ? error : await steps.unknownOutcome(sentAt, error);
    }
  }

  async #send(registration: NewRegistration, permit?: WritePermit): Promise<Omit<RegistrationResult, 'replayed'>> {
    try {
      return { outcome: await this.upstream.write(addAttendees, this.activityId, registration, permit), userErrors: [] };
    } catch (error) {
      if (error instanceof UpstreamRejectedError) return { outcome: null, userErrors: [rejectedByService(error)] };
      throw error;
    }
  }

  async #unknownOutcome({ registrants }: NewRegistration, key: string | null, sentAt: number, cause?: unknown): Promise<Error> {
    const mobiles = registrants.map(({ mobile }) => mobile);
    const registrantStatuses = await lookUpRegistrants(mobiles, sentAt, (mobile) => this.attendees.byIdentity({ mobile }));
    return new OutcomeUnknownError(addAttendees.path, key, registrantStatuses, { cause });
  }
}

function checkKey(idempotencyKey: string | null): UserError[] {
  if (idempotencyKey === null || /^[\x21-\x7e]{16,255}$/.test(idempotencyKey)) return [];
  return [{ code: 'INVALID', message: 'idempotencyKey: 16 to 255 visible ASCII characters are expected.', field: ['idempotencyKey'] }];
}
