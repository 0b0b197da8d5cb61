import { Cancellation } from './cancellation.js';

/**
 * The cancellation of an operation whose result others may wait for. While they do, the disconnection of its own client does
 * not end it; it ends when the last of them has left. The end of its time ends it in any case.
 */
export class HeldCancellation extends Cancellation {
  #holders = 0;
  #disconnected = false;

  /** Called when the client has disconnected. */
  disconnect(): void {
    this.#disconnected = true;
    if (this.#holders === 0) this.abort('cancelled');
  }

  hold(): void {
    this.#holders += 1;
  }

  /** Must be called once for each `hold`. */
  release(): void {
    this.#holders -= 1;
    if (this.#holders === 0 && this.#disconnected) this.abort('cancelled');
  }
}
