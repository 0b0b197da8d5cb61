/*
 * Ports for programs that are given a number instead of choosing a port (0) themselves. The port of a listener that has been closed again
 * is one that the system may give to any connection of a test that runs at the same time, before the program listens.
 */

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports that Linux, macOS and Windows give neither to connections nor to listeners without a number of their own. */
const range = [20_000, 32_000] as const;

/** Returns a free port of 127.0.0.1 that the system does not give to others. */
export async function freePort(): Promise<number> {
  const port = randomInt(...range);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
