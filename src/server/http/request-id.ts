import { randomUUID } from 'node:crypto';

/** Returns the id that the client sent if it is safe in a header and a log line, otherwise a new one. */
export const requestIdFrom = (sent: string | readonly string[] | undefined): string =>
  typeof sent === 'string' && /^[\w-]{8,64}$/.test(sent) ? sent : randomUUID();
