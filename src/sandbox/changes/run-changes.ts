/* Changes the data of an activity by itself: sales, registrations and check-ins every few seconds. */

import { seededRandom } from '../seed/random.js';
import type { SandboxActivity } from '../store.js';
import { changeAtRandom, type SandboxChange } from './sandbox-change.js';

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
export interface ChangeReport {
  readonly activity: string;
  readonly ticketSales: number;
  readonly goodsSales: number;
  readonly registrations: number;
  readonly checkIns: number;
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
const pointId = '5';

/**
 * Every few seconds a ticket or goods are sold, or a person registers or checks in. The sequence depends on the seed alone.
 * @returns a function that ends the changes
 */
export function runChanges(activity: SandboxActivity, { seed, now, after, report, push }: ChangeOptions): () => void {
  const random = seededRandom(seed + 1);
  let counts = nothing;
  let reportedAt = now();
  let failedPushes = 0;
  const next = (): (() => void) => after(1000 + random.integer(3000), step);
  const step = () => {
    const change = changeAtRandom(activity, random, Math.floor(now() / 1000));
    if (change) counts = { ...counts, [change.kind]: counts[change.kind] + 1 };
    if (change?.kind === 'checkedIn') pushed(change);
    if (now() - reportedAt >= reportEveryMs) reportNow();
    cancel = next();
  };
  const pushed = ({ attendee: { id, sign_code, contact } }: Extract<SandboxChange, { kind: 'checkedIn' }>) => {
    const payload = { id, form_id: activity.id, sign_code, contact, point_id: pointId, time: Math.floor(now() / 1000) };
    push?.(activity.id, payload).then(
      (received) => void (failedPushes += received ? 0 : 1),
      () => void (failedPushes += 1),
    );
  };
  const reportNow = () => {
    const { ticketSold: ticketSales, goodsSold: goodsSales, registered: registrations, checkedIn: checkIns } = counts;
    report({ activity: activity.seed.facts.name, ticketSales, goodsSales, registrations, checkIns, failedPushes });
    [counts, failedPushes, reportedAt] = [nothing, 0, now()];
  };
  let cancel = next();
  return () => cancel();
}

const nothing: Readonly<Record<SandboxChange['kind'], number>> = { ticketSold: 0, goodsSold: 0, registered: 0, checkedIn: 0 };
