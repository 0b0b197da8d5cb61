import { Cancellation } from '../../primitives/cancellation.js';

/**
 * The cancellation of an operation whose result other requests may wait for. While any of them waits, the operation continues although
 * its own client has disconnected, and is cancelled when the last of them stops waiting. Its timeout ends it in any case.
 */
export class HeldCancellation extends Cancellation {
  #holders = 0;
  #disconnected = false;

  /** Called when the client has disconnected. */
  clientDisconnected(): void {
    this.#disconnected = true;
    if (this.#holders === 0) this.abort('cancelled');
  }

  /** A request begins to wait for the result. */
  hold(): void {
    this.#holders += 1;
  }

  /** A request that called `hold` waits no more. The last one cancels the operation if its client has disconnected. */
  release(): void {
    this.#holders -= 1;
    if (this.#holders === 0 && this.#disconnected) this.abort('cancelled');
  }
}
