/* An event channel of workers through their parent. */

import { type EventChannel, LocalChannel } from './event-channel.js';

/** One text of a channel, as it passes between processes. */
export interface ChannelEvent {
  readonly channel: string;
  readonly text: string;
}

/** Event channels over the workers of one machine: their parent sends the texts of each to the others. */
export class ParentChannel implements EventChannel {
  readonly #local = new LocalChannel();

  /** @param send sends an event to the parent */
  constructor(private readonly send: (event: ChannelEvent) => void) {}

  async publish(channel: string, text: string): Promise<void> {
    this.#local.deliver(channel, text);
    this.send({ channel, text });
  }

  subscribe(channel: string, receive: (text: string) => void): () => void {
    return this.#local.subscribe(channel, receive);
  }

  /** Delivers an event of another worker, which has arrived from the parent. */
  deliver({ channel, text }: ChannelEvent): void {
    this.#local.deliver(channel, text);
  }
}
