import { addAttendees } from '../endpoint/registration.js';
import { OutcomeUnknownError, UpstreamRejectedError } from '../model/upstream-errors.js';
import type { ActivityId } from '../model/ids.js';
import type { NewRegistration, RegistrationResult } from '../model/registration.js';
import type { UserError } from '../model/user-error.js';
import type { Attendees } from './attendees.js';
import type { GuardedWrite, Ledger } from './at-most-once/ledger.js';
import { certainlyNotDone, lookUpRegistrants } from './at-most-once/outcome-check.js';
import { checkRegistration } from './registration-check.js';
import type { RegistrationForm } from './registration-form.js';
import type { Upstream } from './upstream.js';

/** Who registers, and under which key of theirs; null for none. */
export interface RegistrationRequest {
  readonly callerName: string;
  readonly idempotencyKey: string | null;
}

/** Registers attendees of one activity (§4.2), after checking them against its form (§4.1). */
export class Registrations {
  constructor(
    private readonly upstream: Upstream,
    private readonly activityId: ActivityId,
    private readonly form: RegistrationForm,
    private readonly attendees: Attendees,
    private readonly ledger: Ledger,
  ) {}

  /** Every problem of the input at once; none means that it may be sent. @throws UpstreamError */
  async check(registration: NewRegistration, idempotencyKey: string | null): Promise<readonly UserError[]> {
    const keyErrors = checkKey(idempotencyKey);
    if (registration.registrants.length === 0) {
      return [...keyErrors, { code: 'INVALID', message: 'attendees: at least one attendee is expected.', field: ['attendees'] }];
    }
    return [...keyErrors, ...checkRegistration(registration, await this.form.fields())];
  }

  /** At most one attempt that may have reached the service: for each call, or for each key. @throws UpstreamError, OutcomeUnknownError */
  async add(registration: NewRegistration, { callerName, idempotencyKey }: RegistrationRequest): Promise<RegistrationResult> {
    const write: GuardedWrite = {
      check: () => this.check(registration, idempotencyKey),
      send: () => this.#send(registration),
      unknown: (sentAt, cause) => this.#unknown(registration, idempotencyKey, sentAt, cause),
    };
    if (idempotencyKey === null || checkKey(idempotencyKey).length > 0) return this.#addOnce(write);
    return this.ledger.once([callerName, String(this.activityId), addAttendees.path, idempotencyKey], registration, write);
  }

  async #addOnce(write: GuardedWrite): Promise<RegistrationResult> {
    const userErrors = await write.check();
    if (userErrors.length > 0) return { outcome: null, replayed: false, userErrors };
    const sentAt = this.ledger.tools.now();
    try {
      return { ...(await write.send()), replayed: false };
    } catch (error) {
      throw certainlyNotDone(error) ? error : await write.unknown(sentAt, error);
    }
  }

  async #send(registration: NewRegistration): Promise<Omit<RegistrationResult, 'replayed'>> {
    try {
      return { outcome: await this.upstream.write(addAttendees, this.activityId, registration), userErrors: [] };
    } catch (error) {
      if (error instanceof UpstreamRejectedError) return { outcome: null, userErrors: [rejected(error)] };
      throw error;
    }
  }

  async #unknown({ registrants }: NewRegistration, key: string | null, sentAt: number, cause?: unknown): Promise<Error> {
    const mobiles = registrants.map(({ mobile }) => mobile);
    const found = await lookUpRegistrants(mobiles, sentAt, (mobile) => this.attendees.byContact({ mobile }));
    return new OutcomeUnknownError(addAttendees.path, key, found, { cause });
  }
}

/** What the service refused, in its own masked words. */
export function rejected({ serviceMessage }: UpstreamRejectedError): UserError {
  return { code: 'REJECTED', message: serviceMessage || 'The event service refused the request without saying why.', field: null };
}

function checkKey(idempotencyKey: string | null): UserError[] {
  if (idempotencyKey === null || /^[\x21-\x7e]{16,255}$/.test(idempotencyKey)) return [];
  return [{ code: 'INVALID', message: 'idempotencyKey: 16 to 255 visible ASCII characters are expected.', field: ['idempotencyKey'] }];
}
