import { parse, type DocumentNode, type GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { mayBeConditionalSubscription, refuseConditionalSubscriptions } from './conditional-subscriptions.js';
import { maxFieldsOfOneName, refuseManyLines, refuseRepeatedFields } from './document-limits.js';

/** Applies the limits of documents before Apollo Server parses one. Texts that passed are stored and not examined again. */
export class DocumentsWithinLimits {
  readonly #passed = new LRUCache<string, true>({ maxSize: maxCharacters, sizeCalculation: (_passed, text) => text.length });

  constructor(private readonly maxTokens: number) {}

  /** Returns the limit that a document violates, or null. A document with a syntax error passes; the parser reports it later. */
  violation(text: string): GraphQLError | null {
    const mayBeConditional = mayBeConditionalSubscription(text);
    if ((text.length < minLength && !mayBeConditional) || this.#passed.get(text)) return null;
    try {
      refuseManyLines(text, this.maxTokens);
      const document = mayBeConditional || repeatsName(text) ? parseOrNull(text, this.maxTokens) : null;
      if (document) {
        refuseRepeatedFields(document);
        refuseConditionalSubscriptions(document);
      }
      this.#passed.set(text, true);
      return null;
    } catch (error) {
      return error as GraphQLError;
    }
  }
}

/** Texts that passed are stored up to this many characters. */
const maxCharacters = 512 * 1024;

/** A shorter text cannot violate a limit of its length: each repeated field needs a name and a separator. */
const minLength = 2 * maxFieldsOfOneName;

/** Whether a name occurs often enough to exceed the limit in one selection. This is cheaper than parsing. */
function repeatsName(text: string): boolean {
  const counts = new Map<string, number>();
  for (const [name] of text.matchAll(/[_A-Za-z]\w*/g)) {
    const count = (counts.get(name) ?? 0) + 1;
    if (count > maxFieldsOfOneName) return true;
    counts.set(name, count);
  }
  return false;
}

function parseOrNull(text: string, maxLexicalTokens: number): DocumentNode | null {
  try {
    return parse(text, { maxLexicalTokens });
  } catch {
    return null;
  }
}
