/* The documents that apps were published with, by id, hash and text. */

import { hash } from 'node:crypto';
import type { DocumentNode } from 'graphql';

/** The text of an operation that an app was published with, and the id that the app sends in its place. */
export interface TrustedText {
  readonly file: string;
  readonly id: string;
  readonly text: string;
}

export interface TrustedDocument extends TrustedText {
  /** In hex, of the text in UTF-8. */
  readonly sha256: string;
  /**
   * Parsed and validated at the start. null if it does not fit the schema or has too many tokens: a request with it is refused like
   * any other.
   */
  readonly document: DocumentNode | null;
}

export const sha256Of = (text: string): string => hash('sha256', text);

/** The `documentId` that every document has by the GraphQL over HTTP specification. */
export const sha256Id = (sha256: string): string => `sha256:${sha256}`;

/** The trusted documents by each name that a request may use. */
export class TrustedDocuments {
  readonly #byDocumentId = new Map<string, TrustedDocument>();
  readonly #parsed = new Map<string, DocumentNode>();
  readonly #byHash = new Map<string, TrustedDocument>();
  readonly #byText = new Map<string, TrustedDocument>();

  /** @param documents no id occurs with two texts */
  constructor(documents: readonly TrustedDocument[]) {
    for (const document of documents) {
      const { id, sha256, text } = document;
      for (const name of [id, sha256Id(sha256)]) this.#byDocumentId.set(name, document);
      for (const name of [id, sha256]) this.#byHash.set(name, document);
      this.#byText.set(text, document);
      if (document.document) this.#parsed.set(sha256, document.document);
    }
  }

  /** Returns the document with this id, or with this `sha256:` and the hash of its text. */
  byDocumentId(id: string): TrustedDocument | undefined {
    return this.#byDocumentId.get(id);
  }

  /** Returns the document that Apollo's `persistedQuery.sha256Hash` names: by the hash of its text, or by its id. */
  byHash(sha256Hash: string): TrustedDocument | undefined {
    return this.#byHash.get(sha256Hash);
  }

  byText(text: string): TrustedDocument | undefined {
    return this.#byText.get(text);
  }

  /** Returns the parsed document whose text has this hash. Unlike `byHash` it ignores ids, which could equal the hash of another text. */
  parsed(sha256: string): DocumentNode | undefined {
    return this.#parsed.get(sha256);
  }
}
