/* Memory outside the JavaScript heap that is used again, instead of being created for each reply. */

export interface MemoryPoolRules {
  /** New memory has a multiple of this length, so that it fits more replies. */
  readonly granule: number;
  /** Larger buffers are left to the garbage collector. */
  readonly maxLength: number;
  /** The largest number of free buffers. Of more, the oldest are left to the garbage collector. */
  readonly maxFree: number;
  /** The largest number of bytes in free buffers, at least `maxLength`. Of more, the oldest buffers are left to the garbage collector. */
  readonly maxFreeBytes: number;
}

/**
 * Memory that one owner takes, and gives back when nothing reads it any more.
 *
 * Replies are long, and each is needed for a moment only. V8 learns how much memory they took when it collects garbage. Until then,
 * the memory of many replies remains occupied (docs/decisions/0018-replies-share-memory.md).
 *
 * The owner must not read memory that it has given back, because it then has the data of another caller. Memory that is not given back is
 * collected as any other.
 */
export class MemoryPool {
  readonly #free: Buffer[] = [];
  #freeBytes = 0;

  constructor(private readonly rules: MemoryPoolRules) {}

  /** The length of the longest buffer that is used again. */
  get maxLength(): number {
    return this.rules.maxLength;
  }

  /** Returns memory of at least this length and at most about twice as much, or one granule. Its content is undefined. */
  take(length: number): Buffer {
    const free = this.#free;
    const maxLength = Math.max(2 * length, this.rules.granule);
    for (let index = free.length - 1; index >= 0; index -= 1) {
      const memory = free[index]!;
      if (memory.length < length || memory.length > maxLength) continue;
      free.splice(index, 1);
      this.#freeBytes -= memory.length;
      return memory;
    }
    return Buffer.allocUnsafeSlow(Math.max(1, Math.ceil(length / this.rules.granule)) * this.rules.granule);
  }

  /** Takes memory back, once for each {@link take}. */
  giveBack(memory: Buffer): void {
    const { maxLength, maxFree, maxFreeBytes } = this.rules;
    if (memory.length > maxLength) return;
    this.#free.push(memory);
    this.#freeBytes += memory.length;
    // The oldest may have a length that no reply needs any more.
    while (this.#free.length > maxFree || this.#freeBytes > maxFreeBytes) this.#freeBytes -= this.#free.shift()!.length;
  }
}
