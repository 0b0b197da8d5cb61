/**
 * A Map that is bounded by the number and the weight of its entries, and drops those that were not used recently.
 *
 * Entries are in two generations. A new entry belongs to the young one, and an entry of the old one that is used moves there.
 * When the young generation is full, it becomes the old one, and the previous old one is dropped. So an entry is dropped after
 * as many others were used as one generation holds, and a use costs one look-up. An exact LRU would reorder a list at each use.
 */
export class RecentMap<V> {
  #young = new Map<string, V>();
  #old = new Map<string, V>();
  #youngWeight = 0;
  #oldWeight = 0;

  /** Each of the two generations holds half of the maxima. @param weigh the weight of an entry, the same at each call */
  constructor(
    private readonly maxEntries: number,
    private readonly maxWeight: number,
    private readonly weigh: (key: string, value: V) => number,
  ) {}

  get weight(): number {
    return this.#youngWeight + this.#oldWeight;
  }
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: string): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.set(key, old);
    return old;
  }

  /** Stores an entry. One that is heavier than a generation is not stored. */
  set(key: string, value: V): void {
    this.delete(key);
    const weight = this.weigh(key, value);
    if (weight > this.maxWeight / 2) return;
    if (this.#young.size >= this.maxEntries / 2 || this.#youngWeight + weight > this.maxWeight / 2) {
      this.#old = this.#young;
      this.#oldWeight = this.#youngWeight;
      this.#young = new Map();
      this.#youngWeight = 0;
    }
    this.#young.set(key, value);
    this.#youngWeight += weight;
  }

  delete(key: string): void {
    const young = this.#young.get(key);
    if (young !== undefined) {
      this.#young.delete(key);
      this.#youngWeight -= this.weigh(key, young);
    }
    const old = this.#old.get(key);
    if (old !== undefined) {
      this.#old.delete(key);
      this.#oldWeight -= this.weigh(key, old);
    }
  }
}
