/* What is known of a write that failed: whether it had no effect, and which registrants exist. */

import type { AttendeeDetail } from '../../model/attendee.js';
import { QueryTooComplexError, StateUnavailableError } from '../../model/errors.js';
import type { RegistrantStatus } from '../../model/outcome-unknown-error.js';
import {
  CircuitOpenError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../model/upstream-errors.js';

/** The tolerated difference between the clocks: a registration up to this much before the call counts as made by it. */
const clockDifferenceMs = 60_000;

/** Whether a failed write certainly had no effect: nothing was sent, or the service limited the rate (429). */
export function hadNoEffect(error: unknown): boolean {
  if (errorsWithoutEffect.some((kind) => error instanceof kind)) return true;
  return (error instanceof UpstreamUnavailableError || error instanceof UpstreamTimeoutError) && !error.sent;
}

const errorsWithoutEffect = [
  CircuitOpenError,
  QueryTooComplexError,
  StateUnavailableError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
];

/**
 * Looks up, by mobile number, people whose registration may have happened. Never rejects.
 * @returns for each of them: REGISTERED since `sentAt`, registered EARLIER, NOT_FOUND, or UNVERIFIED if the lookup fails
 */
export function lookUpRegistrants(
  mobiles: readonly string[],
  sentAt: number,
  byMobile: (mobile: string) => Promise<AttendeeDetail | null>,
): Promise<readonly RegistrantStatus[]> {
  return Promise.all(mobiles.map(async (mobile, index) => ({ index, status: await registrantStatus(() => byMobile(mobile), sentAt) })));
}

async function registrantStatus(lookUp: () => Promise<AttendeeDetail | null>, sentAt: number): Promise<RegistrantStatus['status']> {
  try {
    const attendee = await lookUp();
    if (attendee === null) return 'NOT_FOUND';
    if (attendee.registeredAt === null) return 'UNVERIFIED';
    return attendee.registeredAt.getTime() >= sentAt - clockDifferenceMs ? 'REGISTERED' : 'EARLIER';
  } catch {
    return 'UNVERIFIED';
  }
}
