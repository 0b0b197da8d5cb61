import { type Check, passed, skipped } from './check.js';
import type { Attempt } from './probe.js';

/** Signatures carry the time in seconds; a service usually accepts them for some minutes at most. */
const toleratedSeconds = 30;

/** Compares the service's Date header with this machine's clock. `details.offsetSeconds` is negative if the service is behind. */
export function checkClock({ reply, at }: Attempt<unknown>, rejected: boolean): Check {
  const header = reply?.headers['date'];
  const date = typeof header === 'string' ? Date.parse(header) : NaN;
  if (Number.isNaN(date)) return skipped('clock', 'The reply has no Date header.');
  // The header is cut to whole seconds, so the moment it means is half a second later on average.
  const offsetSeconds = Math.round((date + 500 - at) / 1000) || 0;
  const details = { offsetSeconds };
  if (Math.abs(offsetSeconds) <= toleratedSeconds) return passed('clock', 'The clocks agree.', details);
  return {
    id: 'clock',
    status: rejected ? 'fail' : 'warn',
    message: `The service's clock is ${Math.abs(offsetSeconds)} s ${offsetSeconds < 0 ? 'behind' : 'ahead of'} this machine's.`,
    hint:
      'Synchronise this clock (NTP): a signature contains the time, and a service may reject one whose time differs too much.' +
      (rejected ? ' Either this or the signature rule may be why calls are rejected.' : ''),
    details,
  };
}
