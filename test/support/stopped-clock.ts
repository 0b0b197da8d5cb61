/* Clocks that stand until the test moves them. */

const clocks = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** The clocks of these names stand still, all others go on. The end of the test restores them. */
function stop(...names: readonly string[]): { pass(ms: number): void } {
  jest.useFakeTimers({ doNotFake: clocks.filter((name) => !names.includes(name)) });
  return { pass: (ms) => jest.advanceTimersByTime(ms) };
}

/**
 * Stops the monotonic clock (performance.now) of this test's process, by which the program measures the age of cached content, open
 * circuits and deadlines. Time passes only by `pass`, so that a slow machine is in time. Timers, sockets and dates go on.
 */
export const stopClock = () => stop('performance');

/** Stops its timeouts, so that a test need not wait for them. */
export const stopTimeouts = () => stop('setTimeout', 'clearTimeout');

/** Stops its intervals: what repeats, happens when the test says so. */
export const stopIntervals = () => stop('setInterval', 'clearInterval');
