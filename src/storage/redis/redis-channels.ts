/* The channels of replicas, over the publish and subscribe of Redis. */

import { LocalChannels } from '../channels.js';
import { withTimeout, type OpenConnection, type RedisConnection, type RedisLink } from './redis-link.js';

const openWithinMs = 1_500;
const reopenAfterMs = 250;

/**
 * Channels over Redis. Subscribers of this process receive its messages directly, even while Redis is down. The messages of other processes
 * arrive over a connection of its own, which is opened for the first subscriber and stays as long as the link is up. It stays subscribed to the
 * channels that had subscribers, one for each activity. After an outage, those that have subscribers are subscribed to again as soon as the link is up.
 */
export class RedisChannels extends LocalChannels {
  #connection: RedisConnection | null = null;
  /** The channels to which the connection is subscribed. */
  #subscribed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param sender a string without spaces that no other process has, by which a process recognises its own messages */
  constructor(
    private readonly link: RedisLink,
    private readonly open: OpenConnection,
    private readonly sender: string,
  ) {
    super();
    link.addUser({ onUp: () => this.#connect(), onDown: () => this.#disconnect() });
  }

  override async publish(channel: string, text: string): Promise<void> {
    this.deliver(channel, text);
    await this.link.command(['PUBLISH', this.link.prefixed(channel), `${this.sender} ${text}`]).catch(() => {});
  }

  override subscribe(channel: string, receive: (text: string) => void): () => void {
    const unsubscribe = super.subscribe(channel, receive);
    this.#connect();
    return unsubscribe;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#disconnect();
  }

  /** Opens the connection if it is needed, and subscribes it to every channel that has subscribers. */
  #connect(): void {
    if (this.#closed || !this.link.isUp || this.channels.length === 0) return;
    const connection = (this.#connection ??= this.open(() => this.#reconnect(connection)));
    withTimeout(this.#subscribeAll(connection), openWithinMs).catch(() => this.#reconnect(connection));
  }

  async #subscribeAll(connection: RedisConnection): Promise<void> {
    await connection.opened;
    for (const channel of this.channels) {
      // The connection may have been replaced while an earlier channel was subscribed to.
      if (this.#connection !== connection || this.#subscribed.has(channel)) continue;
      this.#subscribed.add(channel);
      await connection.subscribe(this.link.prefixed(channel), (message) => this.#receive(channel, message));
    }
  }

  #receive(channel: string, message: string): void {
    const space = message.indexOf(' ');
    if (message.slice(0, space) !== this.sender) this.deliver(channel, message.slice(space + 1));
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    this.#connection?.destroy();
    this.#connection = null;
    this.#subscribed = new Set();
  }

  #reconnect(connection: RedisConnection): void {
    if (this.#connection !== connection) return;
    this.#disconnect();
    this.#timer = setTimeout(() => this.#connect(), reopenAfterMs).unref();
  }
}
