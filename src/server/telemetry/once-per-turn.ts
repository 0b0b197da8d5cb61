import type { DestinationStream } from 'pino';

/** Writes the lines of one turn of the event loop together: a write for each costs as much as the answer it tells of. */
export function oncePerTurn(output: DestinationStream, onExit: (flush: () => void) => void): DestinationStream {
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
