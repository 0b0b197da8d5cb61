/* What happens in the sandbox by itself: every few seconds a ticket or goods are sold, or a person registers or checks in. */

import type { AttendeeRecord } from './attendee-record.js';
import { newAttendee } from './registration.js';
import type { StockRecord } from './seed/activities.js';
import { companies, drawName } from './seed/names.js';
import { seededRandom, type Random } from './seed/random.js';
import type { SandboxActivity } from './store.js';

/** Sends a check-in to the receiver of pushes (§6). @returns whether it was received */
export type PushCheckIn = (activityId: number, payload: CheckInPayload) => Promise<boolean>;

/**
 * The payload that the sandbox pushes for a check-in. The interface names the push and not its payload (§6), so these members are the sandbox's
 * own.
 */
export interface CheckInPayload {
  readonly id: number;
  readonly form_id: number;
  readonly sign_code: string;
  readonly contact: string;
  readonly point_id: string;
  readonly time: number;
}

/** The changes since the last report. */
export interface ChangeReport extends Readonly<Record<ChangeKind, number>> {
  readonly activity: string;
  readonly failedPushes: number;
}

export interface ChangeOptions {
  readonly seed: number;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls back once after a time. @returns a function that prevents the call */
  readonly after: (ms: number, callback: () => void) => () => void;
  readonly report: (report: ChangeReport) => void;
  readonly push?: PushCheckIn | undefined;
}

const reportEveryMs = 300_000;

/** Changes an activity. The sequence depends on the seed alone. @returns a function that ends the changes */
export function runChanges(activity: SandboxActivity, { seed, now, after, report, push }: ChangeOptions): () => void {
  const random = seededRandom(seed + 1);
  let counts = nothing;
  let reportedAt = now();
  const next = (): (() => void) => after(1000 + random.integer(3000), step);
  const step = () => {
    const time = Math.floor(now() / 1000);
    const change = changeAtRandom(activity, random, time);
    if (change) count(change.kind);
    if (change?.attendee) void pushed(change.attendee, time);
    if (now() - reportedAt >= reportEveryMs) {
      report({ activity: activity.seed.facts.name, ...counts });
      [counts, reportedAt] = [nothing, now()];
    }
    cancel = next();
  };
  const count = (kind: keyof typeof counts) => void (counts = { ...counts, [kind]: counts[kind] + 1 });
  const pushed = async ({ id, sign_code, contact }: AttendeeRecord, time: number) => {
    const payload = { id, form_id: activity.id, sign_code, contact, point_id: '5', time };
    const isReceived = await push?.(activity.id, payload).catch(() => false);
    if (isReceived === false) count('failedPushes');
  };
  let cancel = next();
  return () => cancel();
}

const nothing = { ticketSales: 0, goodsSales: 0, registrations: 0, checkIns: 0, failedPushes: 0 };

type ChangeKind = 'ticketSales' | 'goodsSales' | 'registrations' | 'checkIns';

/** The number of attendees above which no further person registers: a sandbox may run for weeks, and it holds all of them in memory. */
const maxAttendees = 5000;

/**
 * Performs one random change. The same random numbers on the same activity have the same effect.
 * @returns its kind, with the attendee that checked in; null if nothing was sold, and no attendee registered or could check in
 */
function changeAtRandom(activity: SandboxActivity, random: Random, time: number): { kind: ChangeKind; attendee?: AttendeeRecord } | null {
  const kind = random.weighted<ChangeKind>([
    ['ticketSales', 40],
    ['goodsSales', 20],
    ['registrations', 15],
    ['checkIns', 25],
  ]);
  switch (kind) {
    case 'ticketSales':
      return sellOne(activity, activity.tickets, random) ? { kind } : null;
    case 'goodsSales':
      return sellOne(activity, activity.goods, random) ? { kind } : null;
    case 'registrations':
      return register(activity, random, time) ? { kind } : null;
    case 'checkIns': {
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
  const mobile = `100${String(activity.nextAttendeeId).padStart(8, '0')}`;
  const content = company === undefined ? {} : { [company]: random.pick(companies) };
  activity.put(newAttendee(activity, { name: drawName(random), mobile, content }, time));
  return true;
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
