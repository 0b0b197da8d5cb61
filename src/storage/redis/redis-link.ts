/* The link to Redis: one connection, opened again when it fails. */

import { WaitBudget } from '../../primitives/waiting.js';
import type { OpenConnection, RedisConnection } from './connection.js';
import { outageCause, RedisDownError } from './outage.js';
import { withTimeout } from './reply-timeout.js';
import { rightsCommands } from './rights.js';

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

/** Work that must be done on a new connection before other commands. */
export type PrepareConnection = (send: RedisConnection['send']) => Promise<void>;

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
  readonly #preparations: PrepareConnection[] = [];
  readonly #onUp: (() => void)[] = [];
  readonly #onDown: (() => void)[] = [];

  constructor(private readonly options: LinkOptions) {}

  get isUp(): boolean {
    return this.#connection !== null;
  }

  /** The name of a key or a channel in Redis. */
  prefixed(name: string): string {
    return this.options.prefix + name;
  }

  /** Registers work that runs on each new connection, before other commands. */
  beforeUse(preparation: PrepareConnection): void {
    this.#preparations.push(preparation);
  }

  /** Registers functions that are called after the link is up, and after it is down. */
  observe({ onUp, onDown }: { readonly onUp: () => void; readonly onDown: () => void }): void {
    this.#onUp.push(onUp);
    this.#onDown.push(onDown);
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
    if (connection === null || storeWait.leftMs <= 0) throw new RedisDownError();
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
    if (this.#connection) this.#onDown.forEach((call) => call());
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
      this.#onUp.forEach((call) => call());
      this.#scheduleHeartbeat(connection);
    } catch (error) {
      this.#drop(connection, error);
    }
  }

  async #prepare(connection: RedisConnection): Promise<void> {
    await connection.opened;
    for (const command of rightsCommands((name) => this.prefixed(name))) await connection.send(command);
    for (const prepare of this.#preparations) await prepare((command) => connection.send(command));
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
    if (wasUp) this.#onDown.forEach((call) => call());
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
