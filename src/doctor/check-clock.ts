/* The check of the clocks: compares this machine's clock with the service's. */

import { passed, skipped, type CheckResult } from './check.js';
import type { ProbeAttempt } from './probe.js';

/** Signatures carry the time in seconds; a service usually accepts them for some minutes at most. */
const toleratedSeconds = 30;

/** The service's Date header minus this machine's clock, negative if the service is behind; null without such a header. */
export function clockOffset({ reply, at }: ProbeAttempt<unknown>): number | null {
  const header = reply?.headers['date'];
  const date = typeof header === 'string' ? Date.parse(header) : NaN;
  // The header is cut to whole seconds, so the service wrote it half a second later on average.
  return Number.isNaN(date) ? null : Math.round((date + 500 - at) / 1000) || 0;
}

/** Whether signatures have about the service's time. @param setSeconds what is added to this machine's time */
export const isTolerated = (offsetSeconds: number | null, setSeconds: number): boolean =>
  offsetSeconds === null || Math.abs(offsetSeconds - setSeconds) <= toleratedSeconds;

/** How a signed call ended: `by-clock` if it is rejected, but accepted with the service's time. */
export type SignedCallOutcome = 'accepted' | 'rejected' | 'by-clock';

/** @param setSeconds the value of EVENT_SERVICE_CLOCK_OFFSET_SECONDS */
export function checkClock(offsetSeconds: number | null, setSeconds: number, call: SignedCallOutcome): CheckResult {
  if (offsetSeconds === null) return skipped('clock', 'The reply has no Date header.');
  const details = { offsetSeconds };
  if (isTolerated(offsetSeconds, setSeconds)) {
    const message = isTolerated(offsetSeconds, 0) ? 'The clocks agree.' : 'The clocks agree, with EVENT_SERVICE_CLOCK_OFFSET_SECONDS.';
    return passed('clock', message, details);
  }
  return {
    id: 'clock',
    status: call === 'accepted' ? 'warn' : 'fail',
    message: `The service's clock is ${Math.abs(offsetSeconds)} s ${offsetSeconds < 0 ? 'behind' : 'ahead of'} this machine's.`,
    hint: `${consequences[call]} Compare this machine's time with another source (timedatectl) and synchronise it (NTP). If it is right, set EVENT_SERVICE_CLOCK_OFFSET_SECONDS, and report it to the operator of the service.`,
    settings: ['EVENT_SERVICE_CLOCK_OFFSET_SECONDS'],
    details,
  };
}

const consequences: Readonly<Record<SignedCallOutcome, string>> = {
  accepted: 'A signature contains the time, and a service may reject one whose time differs too much.',
  rejected:
    'Calls are rejected for another reason as well. A signature contains the time, and a service may reject one whose time differs too much.',
  'by-clock': "This is why calls are rejected: with the service's time the call is accepted.",
};
