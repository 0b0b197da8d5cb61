/* A buffer for bytes that arrive in parts. */

/** Capacity, in bytes, when a second part arrives. */
const leastGrowth = 4096;

/**
 * Bytes that arrive in parts, in one buffer that grows. A list of parts would take hundreds of times the memory of bytes that arrive one by
 * one, and joining a long one at the end would hold the event loop.
 */
export class GrowingBytes {
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  /**
   * @param maximum the most bytes that are added
   * @param expected the number of all bytes, if it is known. The buffer then has no surplus
   */
  constructor(
    private readonly maximum: number,
    private readonly expected = 0,
  ) {}

  /** Adds a part, which must not change later. @returns false if it exceeds the maximum, and is not added */
  add(part: Buffer): boolean {
    const end = this.#length + part.length;
    if (end > this.maximum) return false;
    if (this.#length === 0) this.#buffer = part;
    else {
      if (end > this.#buffer.length) {
        const larger = Buffer.allocUnsafeSlow(
          end <= this.expected ? this.expected : Math.min(this.maximum, Math.max(2 * end, leastGrowth)),
        );
        this.#buffer.copy(larger, 0, 0, this.#length);
        this.#buffer = larger;
      }
      part.copy(this.#buffer, this.#length);
    }
    this.#length = end;
    return true;
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): Buffer {
    return this.#buffer.length === this.#length ? this.#buffer : this.#buffer.subarray(0, this.#length);
  }
}
