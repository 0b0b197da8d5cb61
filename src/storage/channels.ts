/* The channels of one process, and those of the workers of one machine. */

import type { Channels } from '../domain/channels.js';

/** Channels within one process. */
export class LocalChannels implements Channels {
  readonly #receivers = new Map<string, Set<(text: string) => void>>();

  has(channel: string): boolean {
    return this.#receivers.has(channel);
  }

  get channels(): readonly string[] {
    return [...this.#receivers.keys()];
  }

  deliver(channel: string, text: string): void {
    for (const receive of this.#receivers.get(channel) ?? []) receive(text);
  }

  async publish(channel: string, text: string): Promise<void> {
    this.deliver(channel, text);
  }

  subscribe(channel: string, receive: (text: string) => void): () => void {
    const receivers = this.#receivers.get(channel) ?? new Set();
    this.#receivers.set(channel, receivers);
    // A wrapper for each subscription, because one function may subscribe twice.
    const receiver = (text: string) => receive(text);
    receivers.add(receiver);
    return () => {
      receivers.delete(receiver);
      if (receivers.size === 0 && this.#receivers.get(channel) === receivers) this.#receivers.delete(channel);
    };
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
