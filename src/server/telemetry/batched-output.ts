import type { DestinationStream } from 'pino';

/**
 * Wraps an output: combines the lines of one event-loop turn in one write. One write for each line would take as long as the
 * request that it logs. @param onExit registers a function to call when the process exits
 */
export function batchedOutput(output: DestinationStream, onExit: (flush: () => void) => void): DestinationStream {
  let pending = '';
  const flush = () => {
    const lines = pending;
    pending = '';
    if (lines !== '') output.write(lines);
  };
  onExit(flush);
  return {
    write(line) {
      if (pending === '') setImmediate(flush);
      pending += line;
    },
  };
}
