/* What happens in the sandbox by itself: every few seconds a ticket or goods are sold, or a person registers or checks in. */

import type { SandboxActivity } from './activity.js';
import type { AttendeeRecord } from './attendee-record.js';
import { newAttendee } from './registration.js';
import type { StockRecord } from './seed/activities.js';
import { conferenceKeys } from './seed/form-fields.js';
import { companies, drawName } from './seed/names.js';
import { seededRandom, type Random } from './seed/random.js';

/** The receiver of check-ins (§6). */
export interface CheckInHook {
  /** The address, which the activity's id follows. */
  readonly url: string;
  /** What the receiver expects. */
  readonly secret: string;
}

export interface ChangeOptions {
  readonly seed: number;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Receives the check-ins, if there is one. */
  readonly hook: CheckInHook | undefined;
}

const intervalMs = 2500;

/**
 * Changes an activity every few seconds. The sequence depends on the seed alone. The timer does not keep the process alive.
 * @returns a function that ends the changes
 */
export function runChanges(activity: SandboxActivity, { seed, now, hook }: ChangeOptions): () => void {
  const random = seededRandom(seed + 1);
  const seconds = () => Math.floor(now() / 1000);
  const sellTicket = () => sellOne(activity.tickets, random);
  const timer = setInterval(() => {
    random.pick([
      sellTicket,
      sellTicket,
      () => sellOne(activity.goods, random),
      () => register(activity, random, seconds()),
      () => checkIn(activity, random, seconds(), hook),
    ])();
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The number of attendees above which no further person registers: a sandbox may run for weeks, and it holds all of them in memory. */
const maxAttendees = 5000;

/**
 * Sells one piece of an item that is not sold out. If it is the last one, the organiser offers more instead, so that a sandbox never sells
 * out.
 */
function sellOne(records: readonly StockRecord[], random: Random): void {
  const left = records.filter(({ num, sold_num }) => sold_num < num);
  const record = left[random.integer(left.length)];
  if (record === undefined) return;
  if (record.num - record.sold_num > 1) record.sold_num += 1;
  else record.num += 50;
}

/** Registers a person, unless the activity has too many attendees already. */
function register(activity: SandboxActivity, random: Random, time: number): void {
  if (activity.attendees.length >= maxAttendees) return;
  const mobile = `100${String(activity.nextAttendeeId).padStart(8, '0')}`;
  const content = { [conferenceKeys.company]: random.pick(companies) };
  activity.put(newAttendee(activity, { name: drawName(random), mobile, content }, time));
}

/** Checks an attendee in, and pushes the check-in to the hook. A push that fails is not repeated. */
function checkIn({ id, attendees }: SandboxActivity, random: Random, time: number, hook: CheckInHook | undefined): void {
  const present = attendees.filter((record) => record.delete_time === 0);
  const attendee = present[random.integer(present.length)];
  if (attendee && hook) push(hook, id, attendee, time).catch(() => {});
}

const pushTimeoutMs = 5000;

/** The interface names the push and not its payload (§6), so the method, the headers and these members are the sandbox's own. */
async function push({ url, secret }: CheckInHook, activityId: number, attendee: AttendeeRecord, time: number): Promise<void> {
  const { id, sign_code, contact } = attendee;
  const response = await fetch(`${url}/${activityId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ id, form_id: activityId, sign_code, contact, point_id: '5', time }),
    signal: AbortSignal.timeout(pushTimeoutMs),
  });
  await response.body?.cancel();
}
