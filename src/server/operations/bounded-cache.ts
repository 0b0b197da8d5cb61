/** An LRU cache in memory with the interface of Apollo Server's KeyValueCache, limited by the number and the weight of its entries. */
export class BoundedCache<V> {
  readonly #values = new Map<string, V>();
  #weight = 0;

  constructor(
    readonly maxEntries: number,
    readonly maxWeight: number,
    private readonly weigh: (value: V) => number,
  ) {}

  get(key: string): Promise<V | undefined> {
    const value = this.#take(key);
    if (value !== undefined) this.#put(key, value);
    return Promise.resolve(value);
  }

  set(key: string, value: V): Promise<void> {
    this.#take(key);
    this.#put(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.maxEntries && this.#weight <= this.maxWeight) break;
      this.#take(oldest);
    }
    return Promise.resolve();
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.#take(key) !== undefined);
  }

  #put(key: string, value: V): void {
    this.#values.set(key, value);
    this.#weight += key.length + this.weigh(value);
  }

  #take(key: string): V | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) {
      this.#values.delete(key);
      this.#weight -= key.length + this.weigh(value);
    }
    return value;
  }
}
