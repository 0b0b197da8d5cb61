import type { DocumentNode } from 'graphql';
import { BoundedCache } from './bounded-cache.js';

/** Apollo Server's cache of automatic persisted queries, limited by number and by characters. */
export class PersistedQueries extends BoundedCache<string> {
  constructor(maxEntries = 2000, maxCharacters = 8 * 1024 * 1024) {
    super(maxEntries, maxCharacters, (text) => text.length);
  }
}

/** Apollo Server's cache of parsed and validated documents. A parsed document takes about sixty times the memory of its text. */
export class ParsedDocuments extends BoundedCache<DocumentNode> {
  constructor(maxEntries = 1000, maxCharacters = 512 * 1024) {
    super(maxEntries, maxCharacters, ({ loc }) => loc?.source.body.length ?? 0);
  }
}
