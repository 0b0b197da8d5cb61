import type { DocumentNode } from 'graphql';
import { BoundedCache } from './bounded-cache.js';

/** Automatic persisted queries, bounded by their number and by their characters. */
export class PersistedQueries extends BoundedCache<string> {
  constructor(maxEntries = 2000, maxCharacters = 8 * 1024 * 1024) {
    super(maxEntries, maxCharacters, (text) => text.length);
  }
}

/** Parsed and validated documents. Parsed, a document takes some sixty times its text, so few characters are held. */
export class ParsedDocuments extends BoundedCache<DocumentNode> {
  constructor(maxEntries = 1000, maxCharacters = 512 * 1024) {
    super(maxEntries, maxCharacters, ({ loc }) => loc?.source.body.length ?? 0);
  }
}
