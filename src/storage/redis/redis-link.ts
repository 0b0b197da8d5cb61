/* The link to Redis: one connection, opened again when it fails. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RedisClientType } from '@redis/client';
import { WaitBudget, within } from '../../primitives/waiting.js';
import { outageCause, RedisError, rightsCommands } from './redis-outage.js';

export interface LinkOptions {
  readonly open: OpenConnection;
  /** Put before every key and every channel. */
  readonly prefix: string;
  /** How long an operation waits for Redis in all (REDIS_TIMEOUT_MS). */
  readonly timeoutMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** A number from 0, below 1. */
  readonly random: () => number;
  /** Called when Redis cannot be used any more, with a word for the cause; and once for each further cause, such as of a refused password. */
  readonly onOutage: (cause: string, isFurther: boolean) => void;
  /** Called once when it can be used again. */
  readonly onRecovery: () => void;
}

/** A new connection is open and prepared within this time, or it is dropped. */
const openWithinMs = 1_500;
/** The pause before another connection is opened. Together with the time above, Redis is used again within five seconds. */
const reopenAfterMs = { min: 100, max: 500 };
const heartbeatMs = 1_000;
/**
 * A command that has no reply after this part of the time that an operation waits shows that Redis is slow, and the connection is dropped.
 * A command with a shorter timeout does not: its operation had little time left.
 */
const slowPart = 0.4;

/**
 * One connection for all commands, which is dropped as soon as anything about it is wrong, and opened again in
 * the background. Meanwhile the link is down: commands are refused immediately, and never queued or repeated.
 *
 * A connection counts as usable when it has proven that Redis accepts writes and permits scripts. A Redis that is full, read-only or
 * still loading, or whose user lacks a right, counts as unreachable.
 */
export class RedisLink {
  /** The present connection, which may still be opening. */
  #connection: RedisConnection | null = null;
  #isUp = false;
  #timer: NodeJS.Timeout | undefined;
  /** The causes of the present outage. */
  readonly #causes = new Set<string>();
  /** Work that is done on each new connection, before other commands. */
  prepare: (send: RedisConnection['send']) => Promise<void> = () => Promise.resolve();

  constructor(private readonly options: LinkOptions) {}

  get isUp(): boolean {
    return this.#isUp;
  }

  /** The name of a key or a channel in Redis. */
  prefixed(name: string): string {
    return this.options.prefix + name;
  }

  /** Opens a connection. Resolves when it is in use or has failed; then the link tries again in the background. */
  async start(): Promise<void> {
    const connection = this.options.open((cause) => this.#drop(connection, cause));
    this.#connection = connection;
    try {
      await withTimeout(this.#makeUsable(connection), openWithinMs);
      // It may have ended, or the program may have closed, in the meantime.
      if (this.#connection !== connection) return;
      this.#isUp = true;
      if (this.#causes.size > 0) this.options.onRecovery();
      this.#causes.clear();
      this.#scheduleHeartbeat(connection);
    } catch (error) {
      this.#drop(connection, error);
    }
  }

  /**
   * Sends a command, and waits for its reply as long as the budget lasts.
   * @throws Error if the link is down, if there is no reply in time, or if Redis replies with an error. The command may take effect
   * nevertheless
   */
  async command(command: readonly string[], storeWait: WaitBudget = new WaitBudget(this.options.timeoutMs)): Promise<unknown> {
    const connection = this.#connection;
    if (connection === null || !this.#isUp || storeWait.leftMs <= 0) throw new RedisError('DOWN');
    const reply = connection.send(command);
    await whenWritten(reply);
    const startedAt = this.options.now();
    try {
      return await withTimeout(reply, storeWait.leftMs);
    } catch (error) {
      const waitedMs = this.options.now() - startedAt;
      const cause = outageCause(error);
      // A missing right, or an error about one value, says nothing of the connection. The heartbeat notices what registrations need.
      const isOutage = cause === 'TIMEOUT' ? waitedMs >= slowPart * this.options.timeoutMs : !/^(NOPERM|WRONGTYPE|ERR$)/.test(cause);
      if (isOutage) this.#drop(connection, error);
      throw error;
    } finally {
      storeWait.spend(this.options.now() - startedAt);
    }
  }

  async close(): Promise<void> {
    this.#end();
  }

  async #makeUsable(connection: RedisConnection): Promise<void> {
    await connection.opened;
    await this.#prove(connection);
    await this.prepare((command) => connection.send(command));
  }

  /** Proves that Redis accepts writes, and that the user has the rights. @throws the error of Redis if not */
  #prove(connection: RedisConnection): Promise<unknown> {
    return Promise.all(rightsCommands((name) => this.prefixed(name)).map((command) => connection.send(command)));
  }

  /** Ends a connection, and opens another one after a pause. Further calls for one connection have no effect. */
  #drop(connection: RedisConnection, error: unknown): void {
    if (this.#connection !== connection) return;
    this.#end();
    const cause = outageCause(error);
    if (!this.#causes.has(cause)) this.options.onOutage(cause, this.#causes.size > 0);
    this.#causes.add(cause);
    const { min, max } = reopenAfterMs;
    this.#timer = setTimeout(() => void this.start(), min + this.options.random() * (max - min)).unref();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#connection?.destroy();
    this.#connection = null;
    this.#isUp = false;
  }

  /** Proves the connection again after an interval, and so on, so that an outage is known before an operation waits for it. */
  #scheduleHeartbeat(connection: RedisConnection): void {
    this.#timer = setTimeout(() => {
      const reply = this.#prove(connection);
      whenWritten(reply)
        .then(() => withTimeout(reply, Math.max(heartbeatMs, this.options.timeoutMs)))
        .then(
          () => this.#connection === connection && this.#scheduleHeartbeat(connection),
          (error: unknown) => this.#drop(connection, error),
        );
    }, heartbeatMs).unref();
  }
}

/**
 * Resolves when a command is written. The library does so at the end of this turn of the event loop, which is late in a busy process: only
 * then does Redis know of it.
 */
async function whenWritten(reply: Promise<unknown>): Promise<void> {
  // It may fail before it is waited for.
  reply.catch(() => {});
  await nextTurn();
}

/** Waits for a reply, and fails after a time. @throws RedisError */
const withTimeout = <T>(reply: Promise<T>, ms: number): Promise<T> =>
  within(ms, reply, () => {
    throw new RedisError('TIMEOUT');
  });

/* Connections */

/** One connection to Redis. It never reconnects: its user opens another one. */
export interface RedisConnection {
  /** Resolves when the connection is open and authenticated. @throws the error of the network or of Redis */
  readonly opened: Promise<unknown>;
  /** Sends a command, and resolves with its reply. @throws the error of Redis, or an error when the connection ends */
  send(command: readonly string[]): Promise<unknown>;
  /** Ends the connection immediately. Commands without a reply fail, and are not sent again. */
  destroy(): void;
}

/** Opens a connection. `onEnd` is called when it ends by itself, at any time, with the cause. */
type OpenConnection = (onEnd: (cause: unknown) => void) => RedisConnection;

/** A connection for channels. It reconnects by itself, and then subscribes to its channels again: a text that is lost is lost. */
export interface RedisSubscriber {
  /** Receives the messages of a channel, once connected. @throws Error if the connection ends before Redis has confirmed it */
  subscribe(channel: string, receive: (text: string) => void): Promise<void>;
  destroy(): void;
}

/** Opens connections to one Redis. */
export interface RedisClients {
  readonly open: OpenConnection;
  readonly openSubscriber: () => RedisSubscriber;
}

const connectTimeoutMs = 1_000;
/**
 * The library writes no further command in a turn of the event loop when this much waits for the socket. A script has 2 kB: with Node's
 * default of 16 kB, a burst of registrations would wait for their turns until Redis counts as slow.
 */
const maxUnwrittenBytes = 4 * 1024 * 1024;
const subscriberTimes = { reconnectAfterMs: 250, pingEveryMs: 1_000, silentForMs: 2_500 };

/** Loads the client library. @throws Error if the optional library is not installed */
export async function loadRedisClients(url: string): Promise<RedisClients> {
  const { createClient } = await import('@redis/client');
  const options = {
    url,
    // Every Redis, Valkey and proxy speaks version 2 of the protocol, and the program needs nothing of version 3.
    RESP: 2,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  } as const;
  return {
    // Here the library reconnects nowhere and has no queue: a command that was sent on one connection
    // must never be sent again on another one.
    open: (onEnd) => {
      const socket = { reconnectStrategy: false, connectTimeout: connectTimeoutMs, highWaterMark: maxUnwrittenBytes } as const;
      const client = createClient({ ...options, disableOfflineQueue: true, socket }) as unknown as RedisClientType;
      let isDestroyed = false;
      // No listener is removed, although the link ignores a connection that it has ended: without one, the client would get a list of its own.
      client.on('error', onEnd);
      // The library does not end a socket that is still connecting. So it is ended as soon as it is connected.
      client.on('connect', () => {
        if (isDestroyed) client.destroy();
      });
      const opened = client.connect();
      // The caller may destroy the connection before it is open, and does not wait for it then.
      opened.catch(() => {});
      const destroy = () => {
        isDestroyed = true;
        client.destroy();
      };
      return { opened, send: (command) => client.sendCommand(command), destroy };
    },
    openSubscriber: () => {
      const { reconnectAfterMs, pingEveryMs, silentForMs } = subscriberTimes;
      const socket = { reconnectStrategy: reconnectAfterMs, connectTimeout: connectTimeoutMs, socketTimeout: silentForMs };
      const client = createClient({ ...options, pingInterval: pingEveryMs, socket }) as unknown as RedisClientType;
      // The link reports outages.
      client.on('error', () => {});
      const opened = client.connect();
      const subscribe: RedisSubscriber['subscribe'] = async (channel, receive) => {
        await opened;
        // The library would send it later, but after an attempt to connect that fails it no longer recognises the messages of the channel.
        if (!client.isReady) throw new RedisError('DOWN');
        await client.subscribe(channel, receive);
      };
      return { subscribe, destroy: () => client.destroy() };
    },
  };
}
