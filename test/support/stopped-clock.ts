/**
 * Stops the monotonic clock (performance.now) of this test's process, by which the program measures the age of cached content, open
 * circuits and deadlines. Time passes only by `pass`, so that a slow machine is in time. Timers, sockets and dates go on.
 * The test restores the clock by jest.useRealTimers().
 */
export function stopClock(): { pass(ms: number): void } {
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
  return { pass: (ms) => jest.advanceTimersByTime(ms) };
}
