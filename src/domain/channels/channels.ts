/**
 * Channels that carry short texts to the subscribers in all processes of one graph. Each text is delivered at most once, and the texts
 * of one publisher in order. Texts are not stored: a later subscriber does not receive them.
 */
export interface Channels {
  /**
   * Delivers a text to the subscribers of this process at once, and to those of other processes if they can be reached. Resolves
   * when the text has been sent to them, or cannot be sent. Never rejects.
   */
  publish(channel: string, text: string): Promise<void>;
  /** Receives the texts of a channel from now on. @returns a function that ends it */
  subscribe(channel: string, receive: (text: string) => void): () => void;
}

/** Channels within one process. */
export class LocalChannels implements Channels {
  readonly #receivers = new Map<string, Set<(text: string) => void>>();

  /** Whether a channel has subscribers. */
  has(channel: string): boolean {
    return this.#receivers.has(channel);
  }

  /** The channels that have subscribers. */
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
