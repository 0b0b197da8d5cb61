/* An output of log lines that writes several lines at a time. */

import type { DestinationStream } from 'pino';

/** Lines wait this long for others. */
const maxDelayMs = 10;
/** A batch of this many characters is written immediately. */
const maxCharacters = 16 * 1024;

/**
 * Wraps an output: combines lines in one write, at the latest ten milliseconds after the first of them. One write for each line
 * would take as long as the request that it logs.
 * @param onExit registers a function to call when the process exits, which writes the last lines
 * @param maxWriteCharacters the longest write of several lines
 */
export function createBatchedOutput(
  output: DestinationStream,
  onExit: (flush: () => void) => void,
  maxWriteCharacters = Infinity,
  after: (ms: number, callback: () => void) => void = (ms, callback) => void setTimeout(callback, ms).unref(),
): DestinationStream {
  let pending = '';
  let timerRuns = false;
  const flush = () => {
    const lines = pending;
    pending = '';
    if (lines !== '') output.write(lines);
  };
  const onTimer = () => {
    timerRuns = false;
    flush();
  };
  onExit(flush);
  return {
    write(line) {
      if (pending.length + line.length > maxWriteCharacters) flush();
      pending += line;
      if (pending.length >= maxCharacters) flush();
      else if (!timerRuns) {
        timerRuns = true;
        after(maxDelayMs, onTimer);
      }
    },
  };
}
