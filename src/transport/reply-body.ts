/* The body of a reply, collected from its parts. */

import type { MemoryPool } from '../primitives/memory-pool.js';

/** A body in memory of a pool. */
export interface PooledBody {
  readonly body: Buffer;
  /** Gives the memory back. Call it once, when nothing reads the body any more. */
  readonly release: () => void;
}

/** The body of one reply, which arrives in parts. Each part is copied to memory of a pool when it arrives. */
export class ReplyBody {
  readonly #pool: MemoryPool;
  #memory: Buffer | null = null;
  #length = 0;

  constructor(pool: MemoryPool) {
    this.#pool = pool;
  }

  /** The number of bytes that have arrived. */
  get length(): number {
    return this.#length;
  }

  /** @param declaredLength the length of the whole body, 0 if unknown. It may be wrong: a body of any length is accepted */
  add(part: Buffer, declaredLength: number): void {
    const length = this.#length + part.length;
    if (this.#memory === null) this.#memory = this.#pool.take(Math.max(length, Math.min(declaredLength, this.#pool.maxLength)));
    else if (this.#memory.length < length) this.#grow(length);
    part.copy(this.#memory, this.#length);
    this.#length = length;
  }

  /** Call it once, after the last part. */
  end(): PooledBody {
    const pool = this.#pool;
    const memory = this.#memory ?? pool.take(0);
    return { body: memory.subarray(0, this.#length), release: () => pool.giveBack(memory) };
  }

  #grow(length: number): void {
    const before = this.#memory!;
    this.#memory = this.#pool.take(2 * length);
    before.copy(this.#memory, 0, 0, this.#length);
    this.#pool.giveBack(before);
  }
}
