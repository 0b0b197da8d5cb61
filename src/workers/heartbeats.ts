/* Detection of workers that hang: a worker that sends no message is replaced. */

import type { IpcChannel } from './messenger.js';

/** How often a worker sends a message at least, and how often its parent counts. */
export const beatEveryMs = 5_000;
/**
 * A worker that is silent for this number of whole intervals hangs. A minute is what unicorn permits, and twice what gunicorn does; a
 * worker of this program that is merely busy sends a message many times in a minute, because its long operations yield.
 */
export const maxSilentBeats = 12;

/**
 * Finds workers whose event loop does not run any more. Every message of a worker is a sign of life.
 *
 * The parent counts its own intervals instead of time. If it was suspended itself, with its workers or because the machine is overloaded,
 * it counts one interval for that time, and then receives the messages that have waited.
 */
export class Heartbeats {
  readonly #silent = new Map<number, number>();

  /** @param maxSilent the number of whole intervals after which a silent worker hangs */
  constructor(private readonly maxSilent: number) {}

  /** The channel of a worker, whose messages are recorded. Before its first one, a worker is loading its code, and is not counted. */
  observed({ id, channel }: { readonly id: number; readonly channel: IpcChannel }): IpcChannel {
    const receive: IpcChannel['receive'] = (listener) =>
      channel.receive((message) => {
        this.#silent.set(id, 0);
        listener(message);
      });
    return { send: (message) => channel.send(message), receive };
  }

  /** Must be called when a worker has ended. */
  ended(worker: number): void {
    this.#silent.delete(worker);
  }

  /** Counts an interval. @returns the workers that hang, each once */
  count(): readonly number[] {
    const hanging: number[] = [];
    for (const [worker, before] of this.#silent) {
      this.#silent.set(worker, before + 1);
      // The interval of the last message is only partly silent, so it does not count.
      if (before === this.maxSilent) hanging.push(worker);
    }
    return hanging;
  }
}
