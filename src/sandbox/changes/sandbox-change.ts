import { newAttendee } from '../attendee-records/new-attendee.js';
import type { AttendeeRecord } from '../records.js';
import { companies, drawName } from '../seed/names.js';
import type { Random } from '../seed/random.js';
import type { StockRecord } from '../seed/stock.js';
import type { SandboxActivity } from '../store.js';

/** A change of an activity of the sandbox that happens by itself. */
export type SandboxChange =
  | { readonly kind: 'ticketSold' | 'goodsSold' | 'registered' }
  | { readonly kind: 'checkedIn'; readonly attendee: AttendeeRecord };

/** The number of attendees above which no further person registers: a sandbox may run for weeks, and it holds all of them in memory. */
const maxAttendees = 5000;

/**
 * Performs one random change. The same random numbers on the same activity have the same effect.
 * @param time Unix seconds
 * @returns null if it changed no sales and no registrations, and no attendee could check in
 */
export function changeAtRandom(activity: SandboxActivity, random: Random, time: number): SandboxChange | null {
  const kind = random.weighted([
    ['ticketSold', 40],
    ['goodsSold', 20],
    ['registered', 15],
    ['checkedIn', 25],
  ] as const);
  switch (kind) {
    case 'ticketSold':
      return sellOne(activity, activity.tickets, random) ? { kind } : null;
    case 'goodsSold':
      return sellOne(activity, activity.goods, random) ? { kind } : null;
    case 'registered':
      return register(activity, random, time) ? { kind } : null;
    case 'checkedIn': {
      const [first, ...others] = activity.attendees.filter((record) => record.delete_time === 0);
      return first ? { kind, attendee: random.pick([first, ...others]) } : null;
    }
  }
}

/**
 * Sells one or two pieces of an item that is not sold out. If few are left, the organiser offers more instead, so that a sandbox never sells
 * out. @returns whether something was sold
 */
function sellOne(activity: SandboxActivity, records: readonly StockRecord[], random: Random): boolean {
  const [first, ...others] = records.filter(({ num, sold_num }) => sold_num < num);
  if (first === undefined) return false;
  const record = random.pick([first, ...others]);
  const isSold = record.num - record.sold_num >= 5;
  activity.restock(isSold ? { ...record, sold_num: record.sold_num + 1 + random.integer(2) } : { ...record, num: record.num + 50 });
  return isSold;
}

/** Registers a person. @returns false if the activity has too many attendees already */
function register(activity: SandboxActivity, random: Random, time: number): boolean {
  if (activity.attendees.length >= maxAttendees) return false;
  const { company } = activity.seed.columns;
  const mobile = `100${String(activity.nextAttendeeId()).padStart(8, '0')}`;
  const content = company === undefined ? {} : { [company]: random.pick(companies) };
  activity.add(newAttendee(activity, { name: drawName(random), mobile, content, signCode: '', channel: 0 }, time));
  return true;
}
