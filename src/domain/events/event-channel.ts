/**
 * Channels for short texts between the subscribers of all processes that serve one graph. A text is delivered at most once, in the
 * order of its publisher, and not stored: who is not subscribed does not receive it.
 */
export interface EventChannel {
  /**
   * Delivers a text to the subscribers of this process at once, and to those of other processes if they can be reached. Resolves
   * when the text is on its way, or known to be lost for other processes. Never rejects.
   */
  publish(channel: string, text: string): Promise<void>;
  /** Receives the texts of a channel from now on. @returns a function that ends it */
  subscribe(channel: string, receive: (text: string) => void): () => void;
}

/** Channels within one process. */
export class LocalChannel implements EventChannel {
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
    // One function may subscribe twice.
    const receiver = (text: string) => receive(text);
    receivers.add(receiver);
    return () => {
      receivers.delete(receiver);
      if (receivers.size === 0 && this.#receivers.get(channel) === receivers) this.#receivers.delete(channel);
    };
  }
}
