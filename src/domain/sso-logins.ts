import { ssoLogin } from '../endpoint/sso-login.js';
import { OutcomeUnknownError, UpstreamRejectedError } from '../model/upstream-errors.js';
import type { ActivityId } from '../model/ids.js';
import type { SsoLogin } from '../model/sso-login.js';
import type { UserError } from '../model/user-error.js';
import type { Attendees } from './attendees.js';
import type { MobileLocks } from './at-most-once/mobile-locks.js';
import { certainlyNotDone, lookUpRegistrants } from './at-most-once/outcome-check.js';
import { rejected } from './registrations.js';
import type { Upstream } from './upstream.js';

export interface SsoLoginResult {
  /** null when the service refused. */
  readonly login: SsoLogin | null;
  readonly userErrors: readonly UserError[];
}

/** A registration that may have happened without an answer may still happen for so long. */
const lateCommitMs = 60_000;

/** Single sign-on for one activity (§4.11). */
export class SsoLogins {
  constructor(
    private readonly upstream: Upstream,
    private readonly activityId: ActivityId,
    private readonly attendees: Attendees,
    private readonly locks: MobileLocks,
  ) {}

  /** A login that nobody is known for is refused by the service (§7). @throws UpstreamError, OutcomeUnknownError */
  async login({ mobile, addIfMissing }: { mobile: string; addIfMissing: boolean }): Promise<SsoLoginResult> {
    if (mobile.trim() === '') {
      return { login: null, userErrors: [{ code: 'REQUIRED', message: 'mobile: a mobile number is expected.', field: ['mobile'] }] };
    }
    return addIfMissing ? this.#loginOrAdd(mobile) : this.#send(mobile, false);
  }

  /** Adds nobody twice: one attempt at a time for a mobile number, and none while an earlier one may still happen. */
  #loginOrAdd(mobile: string): Promise<SsoLoginResult> {
    return this.locks.alone([String(this.activityId), ssoLogin.path, mobile], async (lock) => {
      const unknownSince = await lock.unknownSince();
      if (unknownSince !== null) {
        const [found] = await this.#lookUp(mobile, unknownSince);
        if (found?.status === 'REGISTERED' || found?.status === 'EARLIER') {
          await lock.settled();
          return this.#send(mobile, false);
        }
        const canStillHappen = lock.now() - unknownSince < lateCommitMs;
        if (found?.status !== 'NOT_FOUND' || canStillHappen) throw new OutcomeUnknownError(ssoLogin.path, null, found ? [found] : []);
        await lock.settled();
      }
      const sentAt = await lock.begin();
      // Where the lock cannot be settled, the next sign-on looks the mobile number up first; this outcome is known all the same.
      const settle = () => lock.settled().catch(() => {});
      try {
        const result = await this.#send(mobile, true);
        await settle();
        return result;
      } catch (error) {
        if (!certainlyNotDone(error))
          throw new OutcomeUnknownError(ssoLogin.path, null, await this.#lookUp(mobile, sentAt), { cause: error });
        await settle();
        throw error;
      }
    });
  }

  async #send(mobile: string, addIfMissing: boolean): Promise<SsoLoginResult> {
    try {
      return { login: await this.upstream.write(ssoLogin, this.activityId, { mobile, addIfMissing }), userErrors: [] };
    } catch (error) {
      if (error instanceof UpstreamRejectedError) return { login: null, userErrors: [rejected(error)] };
      throw error;
    }
  }

  #lookUp(mobile: string, sentAt: number) {
    return lookUpRegistrants([mobile], sentAt, (number) => this.attendees.byContact({ mobile: number }));
  }
}
