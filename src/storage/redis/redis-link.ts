/* The link to Redis: one connection, opened again when it fails. */

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
  /** Called once when Redis cannot be used any more, with a word for the cause. */
  readonly onOutage: (cause: string) => void;
  /** Called once when it can be used again. */
  readonly onRecovery: () => void;
}

/** What uses the link: what it does when the link comes and goes. */
export interface LinkUser {
  /** Work that runs on each new connection, before other commands. */
  readonly prepare?: (send: RedisConnection['send']) => Promise<void>;
  /** Called after the link is up. */
  readonly onUp?: () => void;
  /** Called after the link is down. */
  readonly onDown?: () => void;
}

/** A new connection is open and prepared within this time, or it is dropped. */
const openWithinMs = 1_500;
/** The pause before another connection is opened. Together with the time above, Redis is used again within five seconds. */
const reopenAfterMs = { min: 100, max: 500 };
const heartbeatMs = 1_000;
/**
 * A command that has no reply after this part of the time that an operation waits shows that Redis is slow, and the connection is dropped. A
 * command with a shorter timeout does not: its operation had little time left.
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
  #connection: RedisConnection | null = null;
  #opening: RedisConnection | null = null;
  #timer: NodeJS.Timeout | undefined;
  #hasOutage = false;
  #closed = false;
  readonly #users: LinkUser[] = [];

  constructor(private readonly options: LinkOptions) {}

  get isUp(): boolean {
    return this.#connection !== null;
  }

  /** The name of a key or a channel in Redis. */
  prefixed(name: string): string {
    return this.options.prefix + name;
  }

  addUser(user: LinkUser): void {
    this.#users.push(user);
  }

  /** Opens the first connection. Resolves when it is in use or has failed; then the link tries again in the background. */
  async start(): Promise<void> {
    await this.#open();
  }

  /**
   * Sends a command, and waits for its reply as long as the budget lasts.
   * @throws Error if the link is down, if there is no reply in time, or if Redis replies with an error. The command may take effect
   * nevertheless
   */
  async command(command: readonly string[], storeWait: WaitBudget = new WaitBudget(this.options.timeoutMs)): Promise<unknown> {
    const connection = this.#connection;
    if (connection === null || storeWait.leftMs <= 0) throw new RedisError('DOWN');
    const startedAt = this.options.now();
    try {
      return await withTimeout(connection.send(command), storeWait.leftMs);
    } catch (error) {
      const waitedMs = this.options.now() - startedAt;
      if (outageCause(error) !== 'TIMEOUT' || waitedMs >= slowPart * this.options.timeoutMs) this.#drop(connection, error);
      throw error;
    } finally {
      storeWait.spend(this.options.now() - startedAt);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#opening?.destroy();
    this.#opening = null;
    this.#connection?.destroy();
    if (this.#connection) this.#users.forEach(({ onDown }) => onDown?.());
    this.#connection = null;
  }

  async #open(): Promise<void> {
    if (this.#closed) return;
    const connection = this.options.open((cause) => this.#drop(connection, cause));
    this.#opening = connection;
    try {
      await withTimeout(this.#prepare(connection), openWithinMs);
      // It may have ended, or the program may have closed, in the meantime.
      if (this.#opening !== connection) return;
      this.#opening = null;
      this.#connection = connection;
      if (this.#hasOutage) this.options.onRecovery();
      this.#hasOutage = false;
      this.#users.forEach(({ onUp }) => onUp?.());
      this.#scheduleHeartbeat(connection);
    } catch (error) {
      this.#drop(connection, error);
    }
  }

  async #prepare(connection: RedisConnection): Promise<void> {
    await connection.opened;
    await Promise.all(rightsCommands((name) => this.prefixed(name)).map((command) => connection.send(command)));
    for (const { prepare } of this.#users) await prepare?.((command) => connection.send(command));
  }

  /** Ends a connection, and opens another one after a pause. Further calls for one connection have no effect. */
  #drop(connection: RedisConnection, cause: unknown): void {
    if (this.#closed || (this.#connection !== connection && this.#opening !== connection)) return;
    const wasUp = this.#connection === connection;
    this.#connection = null;
    this.#opening = null;
    clearTimeout(this.#timer);
    connection.destroy();
    if (!this.#hasOutage) this.options.onOutage(outageCause(cause));
    this.#hasOutage = true;
    if (wasUp) this.#users.forEach(({ onDown }) => onDown?.());
    const { min, max } = reopenAfterMs;
    this.#timer = setTimeout(() => void this.#open(), min + this.options.random() * (max - min)).unref();
  }

  /** Sends a PING after an interval, and the next one after its reply, so that an outage is known before an operation waits for it. */
  #scheduleHeartbeat(connection: RedisConnection): void {
    this.#timer = setTimeout(() => {
      withTimeout(connection.send(['PING']), Math.max(heartbeatMs, this.options.timeoutMs)).then(
        () => this.#connection === connection && this.#scheduleHeartbeat(connection),
        (error: unknown) => this.#drop(connection, error),
      );
    }, heartbeatMs).unref();
  }
}

/** Waits for a reply, and fails after a time. @throws RedisError */
export const withTimeout = <T>(reply: Promise<T>, ms: number): Promise<T> =>
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
  /** Receives the messages of a channel. A connection that does this accepts no other commands. */
  subscribe(channel: string, receive: (text: string) => void): Promise<void>;
  /** Ends the connection immediately. Commands without a reply fail, and are not sent again. */
  destroy(): void;
}

/** Opens a connection. `onEnd` is called when it ends by itself, at any time, with the cause. */
export type OpenConnection = (onEnd: (cause: unknown) => void) => RedisConnection;

const connectTimeoutMs = 1_000;

/**
 * Loads the client library, and returns a function that opens connections. The library reconnects nowhere and has no queue: a
 * command that was sent on one connection must never be sent again on another one.
 * @throws Error if the optional library is not installed
 */
export async function createOpenConnection(url: string): Promise<OpenConnection> {
  const { createClient } = await import('@redis/client');
  return (onEnd) => {
    const client = createClient({
      url,
      // Every Redis, Valkey and proxy speaks version 2 of the protocol, and the program needs nothing of version 3.
      RESP: 2,
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
      socket: { reconnectStrategy: false, connectTimeout: connectTimeoutMs },
    }) as unknown as RedisClientType;
    let isDestroyed = false;
    // No listener is removed: the client derives from the object that emits, and without a listener it would get a list of its own.
    client.on('error', (cause) => {
      if (!isDestroyed) onEnd(cause);
    });
    // The library does not end a socket that is still connecting. So it is ended as soon as it is connected.
    client.on('connect', () => {
      if (isDestroyed) client.destroy();
    });
    const opened = client.connect();
    // The caller may destroy the connection before it is open, and does not wait for it then.
    opened.catch(() => {});
    return {
      opened,
      send: (command) => client.sendCommand(command),
      subscribe: (channel, receive) => client.subscribe(channel, receive),
      destroy: () => {
        isDestroyed = true;
        try {
          client.destroy();
        } catch {
          // It has ended already.
        }
      },
    };
  };
}
