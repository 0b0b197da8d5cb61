/** So many milliseconds of synchronous work are done before the event loop gets its turn. */
const longestMs = 10;
/** The clock is read once for so many units of work: reading it costs more than a unit. */
const unitsPerLook = 256;

/**
 * The current turn of the event loop, for work that could hold it: counts units of work, and tells when the turn has
 * lasted long enough. Such work then waits for `next`, so that the requests of others are served in between. All operations
 * share one, or many of them resumed in one turn would hold the loop together.
 */
export class EventLoopTurn {
  #left = unitsPerLook;
  #over = false;
  #began: number | undefined;
  #next: Promise<void> | undefined;

  /** @param now milliseconds, never backwards */
  constructor(private readonly now: () => number) {}

  /** Counts units of work. @returns whether no more should be done in this turn */
  spend(units: number): boolean {
    if (this.#over) return true;
    if ((this.#left -= units) > 0) return false;
    this.#left = unitsPerLook;
    return this.#look();
  }

  get over(): boolean {
    return this.#over;
  }

  /** Resolves in a turn that has time left. */
  async next(): Promise<void> {
    do await (this.#next ??= this.#following());
    while (this.#over);
  }

  #look(): boolean {
    const at = this.now();
    if (this.#began === undefined) {
      this.#began = at;
      setImmediate(this.#end);
    } else this.#over = at - this.#began > longestMs;
    return this.#over;
  }

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
    this.#over = false;
    this.#began = undefined;
  };
}
