import type { GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { selectsContentOnly } from '../../graph/access/content-only.js';
import type { ResolvedOperation } from './check-before-execution.js';

/** An operation that Apollo Server has parsed and validated. */
export interface KnownQuery extends ResolvedOperation {
  /** Whether it selects nothing personal and nothing secret. */
  readonly contentOnly: boolean;
}

/** The queries that Apollo Server has validated, by text and requested operation name. */
export class KnownQueries {
  readonly #byText: LRUCache<string, Map<string, KnownQuery>>;

  constructor(
    private readonly schema: GraphQLSchema,
    maxDocuments = 1000,
    maxCharacters = 512 * 1024,
  ) {
    // The text counts, because it decides how large the parsed document is.
    this.#byText = new LRUCache({ max: maxDocuments, maxSize: maxCharacters, sizeCalculation: (_queries, text) => text.length });
  }

  find(text: string, operationName: string | undefined): KnownQuery | undefined {
    return this.#byText.get(text)?.get(operationName ?? '');
  }

  /** Stores a query. Mutations are not stored: Apollo Server refuses those by GET, and their time is that of the service. */
  add(resolved: ResolvedOperation, operationName: string | undefined): void {
    if (resolved.definition.operation !== 'query') return;
    const { text, document } = resolved;
    const known = this.#byText.get(text) ?? new Map<string, KnownQuery>();
    known.set(operationName ?? '', { ...resolved, contentOnly: selectsContentOnly(document, this.schema) });
    this.#byText.set(text, known);
  }
}
