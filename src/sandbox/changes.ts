/* What happens in the sandbox by itself: every few seconds a ticket or goods are sold, or a person registers or checks in. */

import type { AttendeeRecord } from './attendee-record.js';
import { newAttendee } from './registration.js';
import type { StockRecord } from './seed/activities.js';
import { conferenceKeys } from './seed/form-fields.js';
import { companies, drawName } from './seed/names.js';
import { seededRandom, type Random } from './seed/random.js';
import type { SandboxActivity } from './store.js';

/** Sends a check-in to the receiver of pushes (§6). @returns whether it was received */
export type PushCheckIn = (activityId: number, payload: ReturnType<typeof payloadOf>) => Promise<boolean>;

export interface ChangeOptions {
  readonly seed: number;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls back once after a time. @returns a function that prevents the call */
  readonly after: (ms: number, callback: () => void) => () => void;
  readonly push?: PushCheckIn | undefined;
}

/** Changes an activity. The sequence depends on the seed alone. @returns a function that ends the changes */
export function runChanges(activity: SandboxActivity, { seed, now, after, push }: ChangeOptions): () => void {
  const random = seededRandom(seed + 1);
  const next = (): (() => void) =>
    after(1000 + random.integer(3000), () => {
      const time = Math.floor(now() / 1000);
      const checkedIn = changeAtRandom(activity, random, time);
      // Nobody waits for a push that fails.
      if (checkedIn) push?.(activity.id, payloadOf(activity, checkedIn, time)).catch(() => {});
      cancel = next();
    });
  let cancel = next();
  return () => cancel();
}

/** The payload of a check-in. The interface names the push and not its payload (§6), so these members are the sandbox's own. */
const payloadOf = (activity: SandboxActivity, { id, sign_code, contact }: AttendeeRecord, time: number) => ({
  id,
  form_id: activity.id,
  sign_code,
  contact,
  point_id: '5',
  time,
});

/** The number of attendees above which no further person registers: a sandbox may run for weeks, and it holds all of them in memory. */
const maxAttendees = 5000;

/**
 * Performs one random change. The same random numbers on the same activity have the same effect.
 * @returns the attendee that checks in, if it is a check-in
 */
function changeAtRandom(activity: SandboxActivity, random: Random, time: number): AttendeeRecord | undefined {
  const sellTicket = () => sellOne(activity, activity.tickets, random);
  const change = random.pick([
    sellTicket,
    sellTicket,
    () => sellOne(activity, activity.goods, random),
    () => register(activity, random, time),
    () => checkIn(activity, random),
  ]);
  return change() ?? undefined;
}

function checkIn({ attendees }: SandboxActivity, random: Random): AttendeeRecord | undefined {
  const present = attendees.filter((record) => record.delete_time === 0);
  return present[random.integer(present.length)];
}

/**
 * Sells one piece of an item that is not sold out. If it is the last one, the organiser offers more instead, so that a sandbox never sells
 * out.
 */
function sellOne(activity: SandboxActivity, records: readonly StockRecord[], random: Random): void {
  const left = records.filter(({ num, sold_num }) => sold_num < num);
  const record = left[random.integer(left.length)];
  if (record === undefined) return;
  const isSold = record.num - record.sold_num > 1;
  activity.restock(isSold ? { ...record, sold_num: record.sold_num + 1 } : { ...record, num: record.num + 50 });
}

/** Registers a person, unless the activity has too many attendees already. */
function register(activity: SandboxActivity, random: Random, time: number): void {
  if (activity.attendees.length >= maxAttendees) return;
  const mobile = `100${String(activity.nextAttendeeId).padStart(8, '0')}`;
  const content = { [conferenceKeys.company]: random.pick(companies) };
  activity.put(newAttendee(activity, { name: drawName(random), mobile, content }, time));
}

const pushTimeoutMs = 5000;

/**
 * Returns a function that pushes check-ins by HTTP, as JSON.
 * @param address the receiver's, which the activity's id follows @param secret what the receiver expects
 */
export function pushTo(address: string, secret: string): PushCheckIn {
  return async (activityId, payload) => {
    const response = await fetch(`${address}/${activityId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(pushTimeoutMs),
    });
    await response.body?.cancel();
    return response.ok;
  };
}
