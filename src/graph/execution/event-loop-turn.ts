/* Decides when long work lets the event loop handle other requests. */

/** The longest synchronous work in one turn of the event loop, in milliseconds. */
const maxMs = 10;
/** The units of work between two readings of the clock. A reading takes longer than a unit. */
const unitsPerReading = 256;

/**
 * The current turn of the event loop. Long synchronous work calls `spend` with the units of work that it does (a unit is a
 * field, an item of a list or a settled promise). Once the turn has lasted 10 ms, `spend` returns true; the work then awaits
 * `next` and continues in a later turn, after other requests have been served.
 *
 * All operations of the program share one instance. If each counted its own time, many operations that resume in the same
 * turn would together block the loop for many times 10 ms.
 */
export class EventLoopTurn {
  #unitsLeft = unitsPerReading;
  #isOver = false;
  #began: number | undefined;
  #next: Promise<void> | undefined;

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number) {}

  /** Counts units of work. @returns whether no more should be done in this turn */
  spend(units: number): boolean {
    if (this.#isOver) return true;
    if ((this.#unitsLeft -= units) > 0) return false;
    this.#unitsLeft = unitsPerReading;
    return this.#readClock();
  }

  /** Resolves in a turn that has time left. Operations that resume first may use up a turn, hence the loop. */
  async next(): Promise<void> {
    do await (this.#next ??= this.#following());
    while (this.#isOver);
  }

  /** Begins a turn at the first reading, and compares later ones with it. */
  #readClock(): boolean {
    const at = this.now();
    if (this.#began === undefined) {
      this.#began = at;
      setImmediate(this.#end);
    } else this.#isOver = at - this.#began > maxMs;
    return this.#isOver;
  }

  /** Ends the current turn, and resolves in the next. */
  #following(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(() => {
        this.#next = undefined;
        this.#end();
        resolve();
      });
    });
  }

  readonly #end = (): void => {
    this.#isOver = false;
    this.#began = undefined;
  };
}
