/* Single sign-on of one activity, for one GraphQL operation (§4.11). Adding an attendee happens at most once. */

import { isBlank } from '../primitives/values.js';
import { normalMobile } from '../records/caller.js';
import { OutcomeUnknownError, UpstreamRejectedError } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import type { SsoLogin } from '../records/sso-login.js';
import { brokenRule, type UserError, rejectedByService } from '../records/user-error.js';
import { ssoLogin } from '../service/endpoints.js';
import type { WritePermit } from '../service/transport/exchange.js';
import { type AtMostOnceWrites, fingerprintOf, inProgressError, sendRecorded } from './at-most-once/at-most-once-writes.js';
import type { Attendees } from './attendees/attendees.js';
import type { OperationUpstream } from './upstream.js';

export interface SsoLoginResult {
  /** null if the service rejected the request. */
  readonly login: SsoLogin | null;
  readonly userErrors: readonly UserError[];
}

/** Part of the key of every stored `ssoLogin`, so it must never change: with another value, a pending one could be sent twice. */
const storedNamespace = '/api/participant/sso_login';

/** The time for which a write without a reply may still take effect at the service. */
const lateEffectMs = 60_000;

/** Advice after an unknown outcome. */
const advice = 'Send the mutation again: it looks the mobile number up first, and adds no attendee twice.';
const adviceForOtherNotation =
  'Send the mutation again with the mobile number written as in the request without a reply: written differently, it may not be found.';

export class SsoLogins {
  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
    private readonly attendees: Attendees,
    private readonly writes: AtMostOnceWrites,
  ) {}

  /**
   * Signs an attendee in by mobile number. An unknown number is a rejection by the service (§7), or, with `addIfMissing`,
   * a new attendee. The number is sent as the caller writes it, without white space around it: the formats that the service accepts
   * are not documented. @throws UpstreamError, OutcomeUnknownError
   */
  async login({ mobile: written, addIfMissing }: { mobile: string; addIfMissing: boolean }): Promise<SsoLoginResult> {
    const mobile = written.trim();
    if (isBlank(mobile)) return { login: null, userErrors: [brokenRule('REQUIRED', 'Mobile number: a value is required.', ['mobile'])] };
    if (!mobile.isWellFormed())
      return { login: null, userErrors: [brokenRule('UNICODE', 'Mobile number: use whole Unicode characters only.', ['mobile'])] };
    return addIfMissing ? this.#loginOrAdd(mobile) : this.#loginWithoutAdding(mobile);
  }

  /**
   * Adds an attendee at most once: one write at a time for each mobile number, however it is written, and none while the outcome of
   * an earlier one is unknown. An attendee who is found meanwhile is signed in without adding. If none is found, the earlier
   * write has failed for certain only if the number is written as it was then: the service may compare numbers literally.
   */
  #loginOrAdd(mobile: string): Promise<SsoLoginResult> {
    const key = JSON.stringify([String(this.activityId), storedNamespace, normalMobile(mobile)]);
    return this.writes.inTurn(key, async () => {
      const { store, digest, now } = this.writes.options;
      const { storeWait } = this.upstream;
      const fingerprint = fingerprintOf({ mobile }, digest);
      const name = await store.nameOf(key, storeWait);
      const earlier = await store.read(name, storeWait);
      if (earlier?.running) throw inProgressError(now(), earlier.startedAt);
      if (earlier !== null) {
        const [registrant] = await this.attendees.lookUpRegistrants([mobile], earlier.startedAt);
        if (registrant?.status === 'REGISTERED' || registrant?.status === 'EARLIER') return this.#loginWithoutAdding(mobile);
        const hasSameInput = earlier.fingerprint === fingerprint;
        const mayStillTakeEffect = earlier.quietMs < lateEffectMs;
        if (registrant?.status !== 'NOT_FOUND' || mayStillTakeEffect || !hasSameInput) {
          throw new OutcomeUnknownError(ssoLogin.path, null, registrant ? [registrant] : [], {
            advice: hasSameInput ? advice : adviceForOtherNotation,
          });
        }
      }
      const write = await store.begin(name, { fingerprint, startedAt: now(), replacing: earlier?.version }, storeWait);
      if (write === null) throw inProgressError(now());
      const add = (permit: WritePermit | null) =>
        loginOrError(this.upstream.write(ssoLogin, this.activityId, { mobile, addIfMissing: true }, permit));
      const unknownOutcome = async (sentAt: number, cause?: unknown) =>
        new OutcomeUnknownError(ssoLogin.path, null, await this.attendees.lookUpRegistrants([mobile], sentAt), { advice, cause });
      // Nothing needs to be stored: a repeat adds no attendee, because the service then has this one.
      return sendRecorded(write, { send: add, unknownOutcome }, 'withdraw');
    });
  }

  /** Signs in an attendee whom the service has. A repeat does no harm, so that nothing is recorded. */
  #loginWithoutAdding(mobile: string): Promise<SsoLoginResult> {
    return loginOrError(this.upstream.write(ssoLogin, this.activityId, { mobile, addIfMissing: false }, null));
  }
}

/** The result of a login whose reply is pending. A rejection by the service is a user error. */
async function loginOrError(reply: Promise<SsoLogin>): Promise<SsoLoginResult> {
  try {
    return { login: await reply, userErrors: [] };
  } catch (error) {
    if (error instanceof UpstreamRejectedError) return { login: null, userErrors: [rejectedByService(error)] };
    throw error;
  }
}
