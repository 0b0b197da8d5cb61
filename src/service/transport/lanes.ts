/* The two lanes to the service: which one a request takes, what each may do at the same time, and how they end. */

import { setTimeout as pause } from 'node:timers/promises';
import type { SendRequest } from './exchange.js';
import { Lane, type SharedByLanes } from './lane.js';
import { openConnectionPool, type PoolOptions } from './undici.js';

/** Calls that may wait in a queue. Without a bound, a slow service would fill the memory. */
const queueLength = { perConnection: 10, atLeast: 500 };

/** How long `close` waits for reads. A hung service would delay the end of the program for the whole timeout. */
const lastReadsMs = 500;

/**
 * A lane for requests that may be repeated, `reads`, and one for all others, `writes`. A bound read or write is in either one, as its file
 * states. Writes have connections of their own, an eighth of all, and never reuse one: the service may be closing an idle connection, and a
 * request that fails on it must not be repeated.
 */
export class Lanes {
  readonly #reads;
  readonly #writes;

  constructor(shared: SharedByLanes, { baseUrl, maxConnections, maxResponseBytes }: Omit<PoolOptions, 'timeoutMs' | 'keepAlive'>) {
    const { timeoutMs } = shared;
    const open = (connections: number, keepAlive: boolean) => {
      const pool = openConnectionPool({ baseUrl, maxConnections: connections, maxResponseBytes, timeoutMs, keepAlive });
      const maxQueued = Math.max(queueLength.atLeast, queueLength.perConnection * connections);
      return { lane: new Lane(shared, { maxConcurrent: connections, maxQueued }, pool.exchange), pool };
    };
    const ofWrites = Math.max(1, Math.floor(maxConnections / 8));
    this.#writes = open(ofWrites, false);
    this.#reads = open(maxConnections - ofWrites, true);
  }

  /** Sends a request through its lane. A property, because it is passed on. */
  readonly send: SendRequest = (request, read, options) =>
    (request.repeatable ? this.#reads : this.#writes).lane.send(request, read, options);

  /** The numbers of calls in progress and in the queue. */
  get load(): Readonly<Record<'reads' | 'writes', Lane['load']>> {
    return { reads: this.#reads.lane.load, writes: this.#writes.lane.load };
  }

  /**
   * Ends the connections. Reads that do not end within half a second fail; writes continue until they end.
   * @returns what resolves once the writes have ended too. No connection is open then
   */
  async close(): Promise<{ readonly writesEnded: Promise<void> }> {
    const writesEnded = this.#writes.pool.close();
    const allEnded = Promise.all([this.#reads.pool.close(), writesEnded]);
    await Promise.race([allEnded, pause(lastReadsMs, undefined, { ref: false })]);
    await this.#reads.pool.destroy();
    return { writesEnded };
  }
}
