/* The limit of setTimeout, and a timer without it. */

/** The longest delay that setTimeout accepts; it runs immediately for a longer one. */
export const maxTimerMs = 2 ** 31 - 1;

/**
 * Calls back at an instant, or in the next turn if it has passed. Unlike setTimeout it supports any delay. It does not keep the
 * process alive. @param instant milliseconds since the epoch, like `now` @returns a function that cancels it
 */
export function callAt(instant: number, now: () => number, callback: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const delayMs = instant - now();
    timer = delayMs <= maxTimerMs ? setTimeout(callback, Math.max(0, delayMs)) : setTimeout(wait, maxTimerMs);
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}
