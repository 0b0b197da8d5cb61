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
