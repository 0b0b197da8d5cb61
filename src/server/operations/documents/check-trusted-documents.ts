/* Checks trusted documents at the start: each of them fits the schema and the limits. */

import { Kind, type DocumentNode, type GraphQLError, type OperationDefinitionNode } from 'graphql';
import type { CheckOperation } from '../../../graph/cost/operation-limits.js';
import { QueryTooComplexError } from '../../../model/errors.js';
import { safeErrors } from '../../messages/safe-message.js';
import { leastVariables } from './least-variables.js';
import { sha256Of, type TrustedDocument, type TrustedText } from './trusted-documents.js';
import { validDocument, type DocumentRules } from './valid-document.js';

export interface TrustedDocumentRules extends DocumentRules {
  readonly checkOperation: CheckOperation;
}

/** A trusted document that does not fit the schema, and why. */
export interface MisfitDocument {
  readonly file: string;
  readonly id: string;
  /** The names of its operations. */
  readonly operation: string;
  readonly reason: string;
}

/** A trusted document that exceeds a limit, whatever its variables are. */
export interface OversizedDocument {
  readonly file: string;
  readonly id: string;
  /** The name of the setting. */
  readonly limit: string;
}

export interface CheckedTrustedDocuments {
  readonly documents: readonly TrustedDocument[];
  readonly misfits: readonly MisfitDocument[];
  readonly oversized: readonly OversizedDocument[];
}

/** Parses, validates and measures every trusted document, so that no request has to parse or validate it. */
export function checkTrustedDocuments(texts: readonly TrustedText[], rules: TrustedDocumentRules): CheckedTrustedDocuments {
  const documents: TrustedDocument[] = [];
  const misfits: MisfitDocument[] = [];
  const oversized: OversizedDocument[] = [];
  for (const trusted of texts) {
    const { file, id, text } = trusted;
    const { document, reason, limit } = checkDocument(text, rules);
    documents.push({ ...trusted, sha256: sha256Of(text), document });
    if (reason !== undefined) misfits.push({ file, id, operation: operationNames(text), reason });
    if (limit !== undefined) oversized.push({ file, id, limit });
  }
  return { documents, misfits, oversized };
}

interface Finding {
  /** null if a request with this document is refused before execution. */
  readonly document: DocumentNode | null;
  /** Why it does not fit the schema. */
  readonly reason?: string;
  readonly limit?: string;
}

function checkDocument(text: string, rules: TrustedDocumentRules): Finding {
  const valid = validDocument(text, rules);
  if (!isDocument(valid)) {
    const [error] = safeErrors(valid, { ...rules, variables: undefined, hideSuggestions: false });
    if (!exceedsTokens(error)) return { document: null, reason: misfitReason(error!) };
    const { reason } = checkDocument(text, { ...rules, maxTokens: Infinity });
    return { document: null, ...(reason === undefined ? { limit: 'MAX_TOKENS' } : { reason }) };
  }
  const operations = valid.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operations.length === 0) return { document: null, reason: 'The document contains no operation.' };
  const limit = operations.map((operation) => limitExceeded(valid, operation, rules.checkOperation)).find((name) => name !== null);
  return { document: valid, ...(limit && { limit }) };
}

const isDocument = (valid: DocumentNode | readonly GraphQLError[]): valid is DocumentNode => !Array.isArray(valid);

const exceedsTokens = (error: GraphQLError | undefined): boolean => error?.originalError instanceof QueryTooComplexError;

function misfitReason({ message, locations }: GraphQLError): string {
  const [position] = locations ?? [];
  return position ? `${message} (line ${position.line}, column ${position.column})` : message;
}

/** Returns the limit that an operation exceeds with all of its least variables, or null. */
function limitExceeded(document: DocumentNode, operation: OperationDefinitionNode, checkOperation: CheckOperation): string | null {
  let exceeded: string | null = null;
  for (const variables of leastVariables(operation)) {
    try {
      checkOperation(document, operation, variables);
      return null;
    } catch (error) {
      if (!(error instanceof QueryTooComplexError)) throw error;
      exceeded ??= error.limit;
    }
  }
  return exceeded;
}

/** Returns the names of a document's operations. It is used for documents that cannot be parsed too, so it searches the text. */
function operationNames(text: string): string {
  const names = [...text.matchAll(/(?:^|[\s}])(?:query|mutation|subscription)\s+([_A-Za-z]\w*)/g)].map(([, name]) => name);
  return names.join(', ') || '(without a name)';
}
