/* Lines of a log about events of which there may be many. */

/** Writes a line for the first event of a kind, and after an interval one for those that have followed, as long as there are any. */
export class ThrottledLines {
  /** The number of events of each kind since its last line, and how to write a line for them. */
  readonly #pending = new Map<string, { count: number; write: WriteLine }>();

  constructor(private readonly everyMs: number) {}

  /** The kinds that had a line in the last interval. */
  get kinds(): Pick<ReadonlySet<string>, 'has' | 'size'> {
    return this.#pending;
  }

  /** Adds an event. @param write called for the line of the events that begin with this one */
  add(kind: string, write: WriteLine): void {
    const pending = this.#pending.get(kind);
    if (pending !== undefined) {
      if (pending.count === 0) pending.write = write;
      pending.count += 1;
      return;
    }
    this.#pending.set(kind, { count: 0, write });
    this.#writeLater(kind);
    write(1, true);
  }

  /** Writes the lines of events that are counted but not yet written. */
  flush(): void {
    for (const pending of this.#pending.values()) {
      if (pending.count > 0) pending.write(pending.count, false);
      pending.count = 0;
    }
  }

  #writeLater(kind: string): void {
    setTimeout(() => {
      const pending = this.#pending.get(kind)!;
      if (pending.count === 0) return void this.#pending.delete(kind);
      pending.write(pending.count, false);
      pending.count = 0;
      this.#writeLater(kind);
    }, this.everyMs).unref();
  }
}

/** @param count the events that a line is for @param isFirst whether no line of this kind was written in the last interval */
type WriteLine = (count: number, isFirst: boolean) => void;
