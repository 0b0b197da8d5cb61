import { newWait, type WaitBudget } from '../../model/wait-budget.js';
import type { RowCommand } from './row-commands.js';
import type { SharedStore } from './shared-store.js';

type End = RowCommand & { readonly token: string };

/** The maximum number of ends that wait for the store. Beyond it the oldest is dropped: its outcome is unknown when its lease ends. */
const mostEnds = 10_000;

/**
 * The ends of attempts that the store has not acknowledged yet: a result, an unknown outcome, or a withdrawal. They are stored as
 * soon as the store is within reach again, before this process uses it otherwise. Every end may be applied twice.
 */
export class UnstoredEnds {
  readonly #byToken = new Map<string, { readonly name: string; readonly command: End }>();

  constructor(private readonly shared: SharedStore) {
    shared.beforeUse(async (perform) => {
      const waiting = [...this.#byToken.values()];
      await Promise.all(
        waiting.map(async ({ name, command }) => {
          await perform(name, command);
          this.#byToken.delete(command.token);
        }),
      );
    });
  }

  /** Stores an end now, or later if the store is out of reach. Never rejects. @param wait undefined: no operation waits for it */
  async store(name: string, command: End, wait: WaitBudget = newWait()): Promise<void> {
    // Listed before the first attempt: the store may come back, and the list be stored, while this call still waits for a lost reply.
    this.#byToken.set(command.token, { name, command });
    if (this.#byToken.size > mostEnds) this.#byToken.delete(this.#byToken.keys().next().value!);
    if (await this.#isStored(name, command, wait)) return;
    // Once more, with a budget of its own: the operation may have had no time left although the store is within reach.
    void this.#isStored(name, command, newWait());
  }

  async #isStored(name: string, command: End, wait: WaitBudget): Promise<boolean> {
    try {
      await this.shared.perform(name, command, wait);
      this.#byToken.delete(command.token);
      return true;
    } catch {
      return false;
    }
  }
}
