import { QueryTooComplexError } from '../../model/errors.js';
import {
  CircuitOpenError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
  type RegistrantOutcome,
} from '../../model/upstream-errors.js';
import type { AttendeeDetail } from '../../model/attendee.js';

/** Clocks differ: a registration up to this much before the call was sent counts as made by it. */
const clockSlackMs = 60_000;

/** Whether a failed write certainly did not reach the service, or was turned away by it untouched (429). */
export function certainlyNotDone(error: unknown): boolean {
  if (harmless.some((kind) => error instanceof kind)) return true;
  return (error instanceof UpstreamUnavailableError || error instanceof UpstreamTimeoutError) && !error.sent;
}

const harmless = [CircuitOpenError, QueryTooComplexError, UpstreamOverloadedError, UpstreamRateLimitedError];

/** What the service knows, by mobile number, of people whose registration may have happened. */
export function lookUpRegistrants(
  mobiles: readonly string[],
  sentAt: number,
  byMobile: (mobile: string) => Promise<AttendeeDetail | null>,
): Promise<readonly RegistrantOutcome[]> {
  return Promise.all(mobiles.map(async (mobile, index) => ({ index, status: await statusOf(() => byMobile(mobile), sentAt) })));
}

async function statusOf(lookUp: () => Promise<AttendeeDetail | null>, sentAt: number): Promise<RegistrantOutcome['status']> {
  try {
    const attendee = await lookUp();
    if (attendee === null) return 'NOT_FOUND';
    if (attendee.registeredAt === null) return 'UNVERIFIED';
    return attendee.registeredAt.getTime() >= sentAt - clockSlackMs ? 'REGISTERED' : 'EARLIER';
  } catch {
    return 'UNVERIFIED';
  }
}
