/* The status of people whose registration may have happened, because the call to register them had no valid reply. */

import { normalMobile } from '../../records/attendee-identity.js';
import type { AttendeeDetail } from '../../records/attendee.js';
import type { RegistrantStatus } from '../../records/errors.js';

type ByMobile = (mobile: string) => Promise<AttendeeDetail | null>;

/** The tolerated difference between the clocks: a registration up to this much before the call counts as made by it. */
const clockDifferenceMs = 60_000;

/**
 * Looks up, by mobile number, people whose registration may have happened. Never rejects.
 * @param sentAt the time before the call, in milliseconds since the epoch
 * @returns for each of them: REGISTERED since `sentAt`, registered EARLIER, NOT_FOUND, or UNVERIFIED if the lookup fails or returns a record with
 * another number: that attendee may not be the registrant
 */
export function lookUpRegistrants(mobiles: readonly string[], sentAt: number, byMobile: ByMobile): Promise<readonly RegistrantStatus[]> {
  return Promise.all(mobiles.map(async (mobile, index) => ({ index, status: await registrantStatus(mobile, byMobile, sentAt) })));
}

async function registrantStatus(mobile: string, byMobile: ByMobile, sentAt: number): Promise<RegistrantStatus['status']> {
  try {
    const attendee = await byMobile(mobile);
    if (attendee === null) return 'NOT_FOUND';
    if (attendee.registeredAt === null || normalMobile(attendee.mobile ?? '') !== normalMobile(mobile)) return 'UNVERIFIED';
    return attendee.registeredAt.getTime() >= sentAt - clockDifferenceMs ? 'REGISTERED' : 'EARLIER';
  } catch {
    return 'UNVERIFIED';
  }
}
