/**
 * Channels that carry short messages to the subscribers in all processes of one graph. Each message is delivered at most once, and the
 * messages of one publisher in order. Messages are not stored: a later subscriber does not receive them.
 */
export interface Channels {
  /**
   * Delivers a message to the subscribers of this process immediately, and to subscribers of other processes if they can be reached.
   * Resolves when the message has been sent to them, or cannot be sent. Never rejects.
   */
  publish(channel: string, text: string): Promise<void>;
  /** Receives the later messages of a channel. @returns a function that ends it */
  subscribe(channel: string, receive: (text: string) => void): () => void;
}
