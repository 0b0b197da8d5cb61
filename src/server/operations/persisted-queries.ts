/* The texts of automatic persisted queries. */

import { LRUCache } from 'lru-cache';

/** Apollo Server puts this before the hash. */
const prefix = 'apq:';

/** Stores texts by their hash, limited by number and by characters. It is a `KeyValueCache` of Apollo Server. */
export class PersistedQueries {
  readonly #texts: LRUCache<string, string>;

  constructor(maxEntries = 2000, maxCharacters = 8 * 1024 * 1024) {
    this.#texts = new LRUCache({ max: maxEntries, maxSize: maxCharacters, sizeCalculation: (text, key) => key.length + text.length });
  }

  /** Returns the text that was registered with this hash. */
  textOf(sha256Hash: string): string | undefined {
    return this.#texts.get(prefix + sha256Hash);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#texts.get(key));
  }

  set(key: string, text: string): Promise<void> {
    this.#texts.set(key, text);
    return Promise.resolve();
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.#texts.delete(key));
  }
}
