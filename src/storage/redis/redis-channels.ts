/* The channels of replicas, over the publish and subscribe of Redis. */

import { LocalChannels } from '../channels.js';
import type { Seal } from '../seal.js';
import type { RedisClients, RedisLink, RedisSubscriber } from './redis-link.js';
import { outageCause } from './redis-outage.js';

const subscribeAgainAfterMs = 250;

/**
 * Channels over Redis. Subscribers of this process receive its messages directly, even while Redis is down. The messages of other processes
 * arrive over a connection of its own, which is opened for the first subscriber. It stays subscribed to the channels
 * that had subscribers, one for each activity. Messages are sealed: other users of Redis can neither read nor make them.
 */
export class RedisChannels extends LocalChannels {
  #subscriber: RedisSubscriber | null = null;
  readonly #subscribed = new Set<string>();
  readonly #refusals = new Set<string>();
  #closed = false;

  /**
   * @param seal drops the messages of replicas with another private key too
   * @param sender a string without spaces that no other process has, by which a process recognises its own messages
   * @param onRefusal called once for each right that the user of Redis lacks, with a word for it (`outageCause`). The link stays up
   */
  constructor(
    private readonly link: RedisLink,
    private readonly openSubscriber: RedisClients['openSubscriber'],
    private readonly seal: Seal,
    private readonly sender: string,
    private readonly onRefusal: (cause: string) => void = () => {},
  ) {
    super();
  }

  override async publish(channel: string, text: string): Promise<void> {
    this.deliver(channel, text);
    await this.link
      .command(['PUBLISH', this.link.prefixed(channel), this.seal.seal(`${this.sender} ${text}`, channel)])
      .catch((error: unknown) => this.#reportRefusal(error));
  }

  override subscribe(channel: string, receive: (text: string) => void): () => void {
    if (!this.#subscribed.has(channel)) this.#subscribeTo(channel);
    this.#subscribed.add(channel);
    return super.subscribe(channel, receive);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#subscriber?.destroy();
  }

  #subscribeTo(channel: string): void {
    if (this.#closed) return;
    this.#subscriber ??= this.openSubscriber();
    const receive = (message: string) => this.#receive(channel, message);
    this.#subscriber.subscribe(this.link.prefixed(channel), receive).catch((error: unknown) => {
      this.#reportRefusal(error);
      setTimeout(() => this.#subscribeTo(channel), subscribeAgainAfterMs).unref();
    });
  }

  #reportRefusal(error: unknown): void {
    const cause = outageCause(error);
    if (!cause.startsWith('NOPERM') || this.#refusals.has(cause)) return;
    this.#refusals.add(cause);
    this.onRefusal(cause);
  }

  #receive(channel: string, sealed: string): void {
    const message = this.seal.open(sealed, channel);
    if (message === null) return;
    const space = message.indexOf(' ');
    if (message.slice(0, space) !== this.sender) this.deliver(channel, message.slice(space + 1));
  }
}
