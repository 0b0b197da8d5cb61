/** Automatic persisted queries in memory, the longest unused forgotten first: bounded by their number and by their characters. */
export class PersistedQueries {
  readonly #texts = new Map<string, string>();
  #characters = 0;
  constructor(
    readonly maxEntries = 2000,
    readonly maxCharacters = 8 * 1024 * 1024,
  ) {}

  get(key: string): Promise<string | undefined> {
    const text = this.#take(key);
    if (text !== undefined) this.#put(key, text);
    return Promise.resolve(text);
  }

  set(key: string, text: string): Promise<void> {
    this.#take(key);
    this.#put(key, text);
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= this.maxEntries && this.#characters <= this.maxCharacters) break;
      this.#take(oldest);
    }
    return Promise.resolve();
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.#take(key) !== undefined);
  }

  #put(key: string, text: string): void {
    this.#texts.set(key, text);
    this.#characters += key.length + text.length;
  }

  #take(key: string): string | undefined {
    const text = this.#texts.get(key);
    if (text !== undefined) {
      this.#texts.delete(key);
      this.#characters -= key.length + text.length;
    }
    return text;
  }
}
