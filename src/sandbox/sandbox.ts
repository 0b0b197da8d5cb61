/* The sandbox: an event service that comes with the program, for tests and demonstrations. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SandboxActivity } from './activity.js';
import { runChanges, type CheckInHook } from './changes.js';
import { requestListener, sandboxKeys, type HandledRequest } from './http.js';
import { seedActivities, type ActivitySeed } from './seed/activities.js';
import { calendarAround } from './seed/calendar.js';

export { sandboxCheckIn, sandboxNotFoundPattern } from './endpoints.js';
export { sandboxKeys } from './http.js';

export interface SandboxOptions {
  host?: string;
  /** The default, 0, takes a free port. */
  port?: number;
  publicKey?: string;
  privateKey?: string;
  /** The clock, in milliseconds since the epoch. */
  now?: () => number;
  /** The instant that the event takes place around, in milliseconds since the epoch. The default is the clock's time at the start. */
  today?: number;
  /** The seed of the random data: another number gives other names and addresses, and another sequence of what happens. */
  seed?: number;
  /** Called for each well-formed request, before it is handled. Tests count calls with it. */
  onRequest?: (request: HandledRequest) => void;
}

export interface Sandbox {
  /** The base address, without a slash at its end. */
  url: string;
  /** The facts of activities that an operator would state, by their ids: the interface has no endpoint for it. */
  activities: Readonly<Record<string, ActivitySeed['facts']>>;
  /**
   * Changes the data of the conference until the sandbox closes: sales, registrations and check-ins, every few seconds. To be called once.
   * @param hook the receiver of check-ins
   */
  runChanges(hook?: CheckInHook): void;
  /** Accepts no more requests, and waits up to a second for those in progress. Further calls have no effect. */
  close(): Promise<void>;
}

/** The ids of the sandbox's activities: the conference, which has 1,200 attendees, and a workshop of 25. */
export const sandboxActivityIds: readonly [number, number] = [1001, 1002];

/**
 * Starts an event service for tests and demonstrations: the documented endpoints over HTTP, and its own versions of some that are known by
 * name only (§4.12). Each start on one day has the same data. Registrations, orders, and what happens after `runChanges`, are held in
 * memory until it closes.
 * @throws the socket's error if the port is not available
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0, now = Date.now, seed = 0, onRequest = () => {} } = options;
  const keys = { ...sandboxKeys, ...options };
  const seeds = seedActivities(seed, calendarAround(options.today ?? now()));
  const activities = new Map(seeds.map((each) => [each.id, new SandboxActivity(each)]));
  const server = createServer(requestListener({ activities, keys, now, onRequest }));
  let end = () => {};
  let closed: Promise<void> | undefined;
  await once(server.listen(port, host), 'listening');
  // Emitted if a connection cannot be accepted. Without a listener the event would end the process.
  server.on('error', () => {});
  const { port: listensAt } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listensAt}`,
    activities: Object.fromEntries(seeds.map(({ id, facts }) => [id, facts])),
    runChanges: (hook) => {
      end = runChanges(activities.get(sandboxActivityIds[0])!, { seed, now, hook });
    },
    close: () => {
      end();
      return (closed ??= closedWithinASecond(server));
    },
  };
}

function closedWithinASecond(server: Server): Promise<void> {
  setTimeout(() => server.closeAllConnections(), 1000).unref();
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}
