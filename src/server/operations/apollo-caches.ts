import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { TrustedDocuments } from './documents/trusted-documents.js';

/** An LRU cache with the interface of Apollo Server's KeyValueCache, limited by the number and the characters of its entries. */
class ApolloCache<V extends object | string> {
  readonly #values: LRUCache<string, V>;

  constructor(maxEntries: number, maxCharacters: number, charactersOf: (value: V) => number) {
    const sizeCalculation = (value: V, key: string) => key.length + charactersOf(value);
    this.#values = new LRUCache({ max: maxEntries, maxSize: maxCharacters, sizeCalculation });
  }

  get(key: string): Promise<V | undefined> {
    return Promise.resolve(this.#values.get(key));
  }

  set(key: string, value: V): Promise<void> {
    this.#values.set(key, value);
    return Promise.resolve();
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.#values.delete(key));
  }
}

/** Apollo Server's cache of automatic persisted queries, limited by number and by characters. */
export class PersistedQueries extends ApolloCache<string> {
  constructor(maxEntries = 2000, maxCharacters = 8 * 1024 * 1024) {
    super(maxEntries, maxCharacters, (text) => text.length);
  }
}

/**
 * Apollo Server's cache of parsed and validated documents. Trusted documents are always in it, so no request parses or validates them.
 * A parsed document takes about sixty times the memory of its text.
 */
export class ParsedDocuments extends ApolloCache<DocumentNode> {
  constructor(
    private readonly trusted: Pick<TrustedDocuments, 'parsed'> | null = null,
    maxEntries = 1000,
    maxCharacters = 512 * 1024,
  ) {
    super(maxEntries, maxCharacters, ({ loc }) => loc?.source.body.length ?? 0);
  }

  /** Returns a parsed document. @param key the hash of the schema, a colon, and the SHA-256 of the document's text in hex */
  override get(key: string): Promise<DocumentNode | undefined> {
    const trusted = this.trusted?.parsed(key.slice(key.indexOf(':') + 1));
    return trusted ? Promise.resolve(trusted) : super.get(key);
  }
}
