import { createHash } from 'node:crypto';
import { getOperationAST, parse, specifiedRules, validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import { selectsContentOnly } from '../../src/graph/access/content-only.js';
import type { ResolvedOperation } from '../../src/server/operations/check-before-execution.js';
import type { KnownQuery } from '../../src/server/operations/known-queries.js';

/** Longer documents, and those with introspection, are left to Apollo Server, because they may violate a limit of the server under test. */
const maxLexicalTokens = 90;
const maxLength = 4000;

/** Stands in for the known queries: every valid query is known from its first request on, so that Apollo Server runs none of them. */
export class KnownQueries {
  constructor(private readonly schema: GraphQLSchema) {}

  find(text: string, operationName: string | undefined): KnownQuery | undefined {
    if (text.length > maxLength || /\b__(schema|type)\b/.test(text)) return undefined;
    const document = this.#validDocument(text);
    const definition = document && getOperationAST(document, operationName);
    if (definition?.operation !== 'query') return undefined;
    const sha256 = createHash('sha256').update(text).digest('hex');
    return { document: document!, definition, text, sha256, contentOnly: selectsContentOnly(document!, this.schema) };
  }

  add(_resolved: ResolvedOperation): void {}

  #validDocument(text: string): DocumentNode | null {
    try {
      const document = parse(text, { maxLexicalTokens });
      return validate(this.schema, document, specifiedRules).length === 0 ? document : null;
    } catch {
      return null;
    }
  }
}
