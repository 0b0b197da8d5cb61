import { Cancellation } from '../../primitives/cancellation.js';

/**
 * The cancellation of an operation whose result other requests may wait for. While any of them waits, the operation continues although
 * its own client has disconnected, and is cancelled when the last of them stops waiting. Its timeout ends it in any case.
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
