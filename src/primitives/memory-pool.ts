/* Memory outside the JavaScript heap that is used again, instead of being created for each reply. */

export interface MemoryPoolRules {
  /** New memory has a multiple of this length, so that it fits more replies. */
  readonly granule: number;
  /** Larger buffers are left to the garbage collector. */
  readonly maxLength: number;
  /** The largest number of free buffers, at least 1. Of more, the oldest are left to the garbage collector. */
  readonly maxFree: number;
}

/**
 * Memory that one owner takes, and gives back when nothing reads it any more.
 *
 * Replies are long, and each is needed for a moment only. V8 learns how much memory they took when it collects the young generation next:
 * until then, 50 or more replies occupy memory (docs/decisions/0018-replies-share-memory.md).
 *
 * The owner must not read memory that it has given back, because it then has the data of another caller. Memory that is not given back is
 * collected as any other.
 */
export class MemoryPool {
  readonly #free: Buffer[] = [];

  constructor(private readonly rules: MemoryPoolRules) {}

  /** Returns memory of at least this length and at most about twice as much, whose content is undefined. */
  take(length: number): Buffer {
    const free = this.#free;
    for (let index = free.length - 1; index >= 0; index -= 1) {
      const memory = free[index]!;
      if (memory.length < length || memory.length > 2 * length) continue;
      free.splice(index, 1);
      return memory;
    }
    return Buffer.allocUnsafeSlow(Math.ceil(length / this.rules.granule) * this.rules.granule);
  }

  /** Takes memory back, once for each {@link take}. */
  giveBack(memory: Buffer): void {
    if (memory.length > this.rules.maxLength) return;
    // The oldest may have a length that no reply needs any more.
    if (this.#free.length >= this.rules.maxFree) this.#free.shift();
    this.#free.push(memory);
  }
}
