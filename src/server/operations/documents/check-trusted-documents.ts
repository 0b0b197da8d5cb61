/* Checks trusted documents at the start: each of them fits the schema and the limits. */

import { Kind, parse, type DocumentNode, type GraphQLError, type GraphQLSchema } from 'graphql';
import type { CheckOperation } from '../../../graph/cost/operation-limits.js';
import { QueryTooComplexError } from '../../../records/errors.js';
import { errorsOf } from '../../messages/request-errors.js';
import { safeErrors } from '../../messages/safe-message.js';
import type { Prepare, PreparedOperation } from '../prepare.js';
import { leastVariables } from './least-variables.js';
import { sha256Of, type TrustedDocument, type TrustedText } from './trusted-documents.js';

export interface TrustedDocumentRules {
  readonly schema: GraphQLSchema;
  readonly maxTokens: number;
  readonly prepare: Prepare;
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

/** Prepares and measures every trusted document, so that no request has to parse or validate it. */
export async function checkTrustedDocuments(texts: readonly TrustedText[], rules: TrustedDocumentRules): Promise<CheckedTrustedDocuments> {
  const documents: TrustedDocument[] = [];
  const misfits: MisfitDocument[] = [];
  const oversized: OversizedDocument[] = [];
  for (const trusted of texts) {
    const { file, id, text } = trusted;
    const { document, reason, limit } = await checkDocument(text, rules);
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

async function checkDocument(text: string, { schema, maxTokens, prepare, checkOperation }: TrustedDocumentRules): Promise<Finding> {
  try {
    const requested = { text, trusted: null, hash: undefined };
    const operations: PreparedOperation[] = [];
    for (const name of operationNamesIn(text)) operations.push(await prepare(requested, name));
    const limit = operations.map((operation) => limitExceeded(operation, checkOperation)).find((exceeded) => exceeded !== null);
    return { document: operations[0]!.document, ...(limit && { limit }) };
  } catch (thrown) {
    const [error] = safeErrors(errorsOf(thrown), { schema, maxTokens, variables: undefined, hideSuggestions: false });
    return { document: null, ...(exceedsTokens(error) ? { limit: 'MAX_TOKENS' } : { reason: misfitReason(error!) }) };
  }
}

/** Returns the names by which the operations of a document are prepared: undefined for a single one, and for what the preparation refuses. */
function operationNamesIn(text: string): readonly (string | undefined)[] {
  try {
    const operations = parse(text, { noLocation: true }).definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    return operations.length > 1 ? operations.map(({ name }) => name?.value) : [undefined];
  } catch {
    return [undefined];
  }
}

const exceedsTokens = (error: GraphQLError | undefined): boolean => error?.originalError instanceof QueryTooComplexError;

function misfitReason({ message, locations }: GraphQLError): string {
  const [position] = locations ?? [];
  return position ? `${message} (line ${position.line}, column ${position.column})` : message;
}

/** Returns the limit that an operation exceeds with all of its least variables, or null. */
function limitExceeded({ document, operation }: PreparedOperation, checkOperation: CheckOperation): string | null {
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
