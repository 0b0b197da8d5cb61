/* Decides when long work lets the event loop handle other requests. */

/** The longest synchronous work in one turn of the event loop, in milliseconds. */
const maxMs = 10;
/** The units of work between two readings of the clock. A reading takes longer than a unit. */
const unitsPerReading = 256;

/**
 * The current turn of the event loop. A list of 20,000 items, for example, must not delay other requests:
 *
 *     0 ms     the list calls `spend` for each item: a field, an item or a settled promise is a unit of work
 *     10 ms    `spend` returns true: the list awaits `next`
 *     12 ms    other requests have been served, and a later turn begins: the list continues
 *
 * All operations of the program share one instance. If each counted its own time, 20 lists that resume in one turn would block the loop for
 * 200 ms.
 */
export class EventLoopTurn {
  #unitsLeft = unitsPerReading;
  #isOver = false;
  #began: number | undefined;
  /** The functions that resume the work that waits, in the order in which it began to wait. */
  readonly #waiting: (() => void)[] = [];

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number) {}

  /** Counts units of work. @returns whether no more should be done in this turn */
  spend(units: number): boolean {
    if (this.#isOver) return true;
    if ((this.#unitsLeft -= units) > 0) return false;
    this.#unitsLeft = unitsPerReading;
    return this.#readClock();
  }

  /** Resolves in a later turn that has time left. The work itself has to await it, so that its time counts before other work resumes. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => void this.#resume());
    });
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

  /**
   * Begins a turn, and resumes the work that waits until the turn is over. The rest waits for the turn after it: of 20 lists, two may use up
   * this turn, and the third is the first of the next one.
   */
  async #resume(): Promise<void> {
    this.#end();
    let resumed = 0;
    while (!this.#isOver && resumed < this.#waiting.length) {
      this.#waiting[resumed]!();
      resumed += 1;
      // Work that awaits a resolved promise runs before what is awaited after it.
      await Promise.resolve();
    }
    this.#waiting.splice(0, resumed);
    if (this.#waiting.length > 0) setImmediate(() => void this.#resume());
  }

  readonly #end = (): void => {
    this.#isOver = false;
    this.#began = undefined;
  };
}
