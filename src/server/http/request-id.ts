import { randomUUID } from 'node:crypto';

/** The sender's own id where it can be trusted to stand in a header and a log line, else a new one. */
export const requestIdFrom = (given: string | readonly string[] | undefined): string =>
  typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
