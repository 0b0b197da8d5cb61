import { signOn, type SignOnInput } from '../endpoint/sign-on.js';
import { OutcomeUnknownError, UpstreamRejectedError } from '../model/errors.js';
import type { ActivityId } from '../model/ids.js';
import type { SignOn } from '../model/sign-on.js';
import type { UserError } from '../model/user-error.js';
import { mayHaveHappened, rejected } from './registrations.js';
import type { Upstream } from './upstream.js';

export interface SignOnResult {
  /** null when the service refused. */
  readonly login: SignOn | null;
  readonly userErrors: readonly UserError[];
}

/** Single sign-on for one activity (§4.11). */
export class SignOns {
  constructor(
    private readonly upstream: Upstream,
    private readonly activityId: ActivityId,
  ) {}

  /** A login that nobody is known for is refused by the service (§7). @throws UpstreamError, OutcomeUnknownError */
  async login(input: SignOnInput): Promise<SignOnResult> {
    if (input.mobile.trim() === '') {
      return { login: null, userErrors: [{ code: 'REQUIRED', message: 'mobile: a mobile number is expected.', field: ['mobile'] }] };
    }
    try {
      return { login: await this.upstream.write(signOn, this.activityId, input), userErrors: [] };
    } catch (error) {
      if (error instanceof UpstreamRejectedError) return { login: null, userErrors: [rejected(error)] };
      if (input.addIfMissing && mayHaveHappened(error)) {
        throw new OutcomeUnknownError(signOn.path, null, [{ index: 0, status: 'UNVERIFIED' }], { cause: error });
      }
      throw error;
    }
  }
}
