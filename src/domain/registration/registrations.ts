/* Registrations of one activity, for one GraphQL operation (§4.2): checked, then made at most once. */

import { OutcomeUnknownError, UpstreamRejectedError } from '../../records/errors.js';
import type { ActivityId } from '../../records/ids.js';
import type { NewRegistration, RegistrationReply, RegistrationResult } from '../../records/registration.js';
import { type UserError, rejectedByService } from '../../records/user-error.js';
import { addAttendees } from '../../service/endpoints.js';
import type { WritePermit } from '../../service/transport/exchange.js';
import { checkIdempotencyKey, type AtMostOnceWrites, type WriteSteps } from '../at-most-once/at-most-once-writes.js';
import type { Attendees } from '../attendees/attendees.js';
import type { OperationUpstream } from '../upstream.js';
import type { FormFields } from './form-fields.js';
import { checkedForm, checkRegistration, type CheckedForm } from './registration-check.js';

/** The idempotency key of a registration, if any. */
interface RegistrationRequest {
  /** Whose key it is: equal keys of others are other keys. See `keyOwnerOf`. */
  readonly keyOwner: string;
  readonly idempotencyKey: string | null;
}

/** The result of a registration as it is stored for a day, in JSON. Stored rows have these names, so they stay. */
interface StoredRegistration {
  /**
   * The service's reply, with the ids and codes of the attendees; null if it rejected the registration. `userErrors` then has the reason.
   */
  readonly outcome: RegistrationReply | null;
  readonly userErrors: readonly UserError[];
}

/** Part of the key of every stored registration, so it must never change: with another value, every idempotency key would be new. */
const storedNamespace = '/api/participant/add';

/** Registers attendees for one activity (§4.2), after a check against its form (§4.1). */
export class Registrations {
  #form: Promise<CheckedForm> | undefined;

  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
    private readonly formFields: FormFields,
    private readonly attendees: Attendees,
    private readonly writes: AtMostOnceWrites,
  ) {}

  /** Returns all problems of the input; input without problems may be sent. @throws UpstreamError */
  async check(registration: NewRegistration, idempotencyKey: string | null): Promise<readonly UserError[]> {
    return [...checkIdempotencyKey(idempotencyKey), ...(await this.#check(registration))];
  }

  /**
   * Checks and registers: at most once for each key (see `AtMostOnceWrites`), and without a key at most once in this call.
   * @throws UpstreamError, OutcomeUnknownError
   */
  async add(registration: NewRegistration, { keyOwner, idempotencyKey }: RegistrationRequest): Promise<RegistrationResult> {
    const namespace = [keyOwner, String(this.activityId), storedNamespace];
    const steps: WriteSteps<StoredRegistration> = {
      check: () => this.#check(registration),
      send: (permit) => this.#send(registration, permit),
      unknownOutcome: (sentAt, cause) => this.#unknownOutcome(registration, idempotencyKey, sentAt, cause),
    };
    const added = await this.writes.once({ namespace, idempotencyKey, input: registration }, steps, this.upstream.storeWait);
    if ('refused' in added) return { reply: null, replayed: false, userErrors: added.refused };
    const { outcome: reply, userErrors } = added.result;
    return { reply, replayed: added.replayed, userErrors };
  }

  async #check(registration: NewRegistration): Promise<readonly UserError[]> {
    return checkRegistration(registration, await (this.#form ??= this.formFields.all().then(checkedForm)));
  }

  /** @param permit null if the caller chose no idempotency key */
  async #send(registration: NewRegistration, permit: WritePermit | null): Promise<StoredRegistration> {
    try {
      return { outcome: await this.upstream.write(addAttendees, this.activityId, registration, permit), userErrors: [] };
    } catch (error) {
      if (error instanceof UpstreamRejectedError) return { outcome: null, userErrors: [rejectedByService(error)] };
      throw error;
    }
  }

  async #unknownOutcome({ registrants }: NewRegistration, key: string | null, sentAt: number, cause?: unknown): Promise<Error> {
    const mobiles = registrants.map(({ mobile }) => mobile);
    return new OutcomeUnknownError(addAttendees.path, key, await this.attendees.lookUpRegistrants(mobiles, sentAt), { cause });
  }
}
