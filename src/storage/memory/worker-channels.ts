/* The channels of workers through their parent. */

import type { Channels } from '../../domain/channels.js';
import { LocalChannels } from './local-channels.js';

/** One text of a channel, as it passes between processes. */
export interface ChannelText {
  readonly channel: string;
  readonly text: string;
}

/** Channels over the workers of one machine: their parent sends the messages of each to the others. */
export class WorkerChannels implements Channels {
  readonly #local = new LocalChannels();

  /** @param send sends a message to the parent */
  constructor(private readonly send: (text: ChannelText) => void) {}

  async publish(channel: string, text: string): Promise<void> {
    this.#local.deliver(channel, text);
    this.send({ channel, text });
  }

  subscribe(channel: string, receive: (text: string) => void): () => void {
    return this.#local.subscribe(channel, receive);
  }

  /** Delivers a message of another worker, which has arrived from the parent. */
  deliver({ channel, text }: ChannelText): void {
    this.#local.deliver(channel, text);
  }
}
