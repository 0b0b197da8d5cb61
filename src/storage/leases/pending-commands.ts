/* Commands that wait until a shared store is within reach again. */

import type { WaitBudget } from '../../primitives/waiting.js';
import type { LeaseStore } from './lease-store.js';
import type { RowCommand } from './row-commands.js';

/** A command that ends a write: it stores a result, leaves the outcome unknown, or withdraws the write. */
type EndCommand = RowCommand & { readonly writeId: string };

/** The maximum number of commands that wait for the store. Beyond it the oldest is dropped: its outcome is unknown when its lease ends. */
const maxPending = 10_000;

/**
 * The commands that end writes, and that the store has not acknowledged yet. They are sent again as soon as the store is within
 * reach, before this process uses it otherwise. Each of them may be performed twice.
 */
export class PendingCommands {
  readonly #byWrite = new Map<string, { readonly name: string; readonly command: EndCommand }>();

  constructor(private readonly store: LeaseStore) {
    store.beforeUse(async (performNow) => {
      const waiting = [...this.#byWrite.values()];
      await Promise.all(
        waiting.map(async ({ name, command }) => {
          await performNow(name, command);
          this.#byWrite.delete(command.writeId);
        }),
      );
    });
  }

  /** Performs a command now, or later if the store is out of reach. Never rejects. @param storeWait omitted if no operation waits for it */
  async perform(name: string, command: EndCommand, storeWait?: WaitBudget): Promise<void> {
    // Listed before it is sent: the store may come back, and the listed commands be sent, while this call still waits for a
    // reply that was lost.
    this.#byWrite.set(command.writeId, { name, command });
    if (this.#byWrite.size > maxPending) this.#byWrite.delete(this.#byWrite.keys().next().value!);
    if (await this.#tryToPerform(name, command, storeWait)) return;
    // Once more, with a budget of its own: the operation may have had no time left although the store is within reach.
    void this.#tryToPerform(name, command);
  }

  /** Tries once to perform a command. @returns whether the store has performed it */
  async #tryToPerform(name: string, command: EndCommand, storeWait?: WaitBudget): Promise<boolean> {
    try {
      await this.store.perform(name, command, storeWait);
      this.#byWrite.delete(command.writeId);
      return true;
    } catch {
      return false;
    }
  }
}
