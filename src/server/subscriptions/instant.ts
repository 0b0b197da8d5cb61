/** The longest time that a timer of Node.js can wait; a longer one would fire at once. */
const longestMs = 2 ** 31 - 1;

/** Calls back at an instant, in milliseconds since 1970 as `now` counts them, however far away; at the next turn where it has passed. Does not keep the process alive. @returns what cancels it */
export function callAt(instant: number, now: () => number, callback: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const left = instant - now();
    timer = left <= longestMs ? setTimeout(callback, Math.max(0, left)) : setTimeout(wait, longestMs);
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}
