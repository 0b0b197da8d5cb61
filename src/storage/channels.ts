/* The channels of one process, and those of the workers of one machine. */

import { EventEmitter } from 'node:events';
import type { Channels } from '../domain/channels.js';

/** Channels within one process. */
export class LocalChannels implements Channels {
  /** An event for each channel. */
  readonly #texts = new EventEmitter().setMaxListeners(0);

  /** The channels that have subscribers. */
  get channels(): readonly string[] {
    return this.#texts.eventNames() as string[];
  }

  deliver(channel: string, text: string): void {
    this.#texts.emit(channel, text);
  }

  async publish(channel: string, text: string): Promise<void> {
    this.deliver(channel, text);
  }

  subscribe(channel: string, receive: (text: string) => void): () => void {
    // A listener for each subscription, because one function may subscribe twice.
    const receiver = (text: string) => receive(text);
    this.#texts.on(channel, receiver);
    return () => void this.#texts.off(channel, receiver);
  }
}

/** One text of a channel, as it passes between processes. */
export interface ChannelText {
  readonly channel: string;
  readonly text: string;
}

/** Channels over the workers of one machine: their parent sends the messages of each to the others, which `deliver` them. */
export class WorkerChannels extends LocalChannels {
  /** @param send sends a message to the parent */
  constructor(private readonly send: (text: ChannelText) => void) {
    super();
  }

  override async publish(channel: string, text: string): Promise<void> {
    this.deliver(channel, text);
    this.send({ channel, text });
  }
}
