/*
 * Trusted documents at the start: they are read from the files of TRUSTED_DOCUMENTS_FILE, prepared, and measured. Two formats are known:
 *   - Apollo's manifest: { "format": "apollo-persisted-query-manifest", "version": 1, "operations": [{ "id", "body", … }] }
 *   - a flat map { "<id>": "<text>" }, which Relay's compiler (persistConfig) and GraphQL Code Generator (persistedDocuments) write
 */

import {
  Kind,
  parse,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  valueFromASTUntyped,
  type VariableDefinitionNode,
} from 'graphql';
import { readTextFile } from '../../primitives/text-file.js';
import { isObject } from '../../primitives/values.js';
import { QueryTooComplexError } from '../../records/errors.js';
import { errorsOf } from '../messages/request-errors.js';
import { safeErrors } from '../messages/safe-errors.js';
import { sha256Id, sha256Of, type TrustedDocument, type TrustedText } from './documents.js';
import type { Prepare, PreparedOperation } from './prepare.js';

/** Reads the documents of all files. @returns every document, and what is wrong with the files */
export function readTrustedFiles(files: readonly string[]): {
  readonly texts: readonly TrustedText[];
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const texts = files.flatMap((file) => {
    const entries = entriesOfFile(file);
    if (typeof entries !== 'string') return entries.map(([id, text]) => ({ file, id, text }));
    problems.push(entries);
    return [];
  });
  return { texts, problems: [...problems, ...ambiguousNames(texts)] };
}

type Entries = readonly (readonly [id: string, text: string])[];

/** Returns the ids and texts of a file, or what is wrong with it. */
function entriesOfFile(file: string): Entries | string {
  let content: unknown;
  try {
    content = JSON.parse(readTextFile(file));
  } catch (error) {
    return `${file} ${error instanceof SyntaxError ? 'is not JSON' : `cannot be read (${codeOf(error)})`}`;
  }
  return (
    entriesOfManifest(content) ??
    entriesOfMap(content) ??
    `${file} is neither a manifest of Apollo ("format": "${apolloFormat}", version 1) nor a map of ids to documents`
  );
}

const apolloFormat = 'apollo-persisted-query-manifest';

function entriesOfManifest(content: unknown): Entries | null {
  if (!isObject(content) || content['format'] !== apolloFormat || content['version'] !== 1) return null;
  const operations: unknown = content['operations'];
  if (!Array.isArray(operations)) return null;
  const entries = operations.map((operation: unknown) => (isObject(operation) ? ([operation['id'], operation['body']] as const) : []));
  return entries.every(isEntry) ? entries : null;
}

function entriesOfMap(content: unknown): Entries | null {
  if (!isObject(content) || 'format' in content) return null;
  const entries: readonly (readonly unknown[])[] = Object.entries(content);
  return entries.every(isEntry) ? entries : null;
}

const isEntry = (entry: readonly unknown[]): entry is readonly [string, string] =>
  entry.length === 2 && entry.every((part) => typeof part === 'string' && part !== '');

/**
 * Returns a problem for each name that would identify two different texts. A request names a document by its id or by the hash of its text, so an
 * id must not be the hash of another text either.
 */
function ambiguousNames(texts: readonly TrustedText[]): readonly string[] {
  const owners = new Map<string, TrustedText>();
  const problems = new Set<string>();
  for (const document of texts) {
    const sha256 = sha256Of(document.text);
    for (const name of [document.id, sha256, sha256Id(sha256)]) {
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, document);
      else if (owner.text !== document.text)
        problems.add(`the id ${name} stands for two texts, in ${[...new Set([owner.file, document.file])].join(' and ')}`);
    }
  }
  return [...problems];
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown reason';

export interface TrustedDocumentRules {
  readonly schema: GraphQLSchema;
  readonly maxTokens: number;
  readonly prepare: Prepare;
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

async function checkDocument(text: string, { schema, maxTokens, prepare }: TrustedDocumentRules): Promise<Finding> {
  try {
    const requested = { text, trusted: null, hash: undefined };
    const operations: PreparedOperation[] = [];
    for (const name of operationNamesIn(text)) operations.push(await prepare(requested, name));
    const limit = operations.map(limitExceeded).find((exceeded) => exceeded !== null);
    return { document: operations[0]!.document, ...(limit && { limit }) };
  } catch (thrown) {
    const [error] = safeErrors(errorsOf(thrown), { schema, maxTokens, hideSuggestions: false });
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
function limitExceeded({ operation, planned }: PreparedOperation): string | null {
  let exceeded: string | null = null;
  for (const variables of leastVariables(operation)) {
    try {
      planned.forVariables(variables);
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

type Variables = Readonly<Record<string, unknown>>;

/** Conditions beyond this number are true, so that the number of combinations stays small. */
const maxConditions = 8;

/**
 * Returns the values of variables with which an operation may measure least: of those with a default, the default.
 * A list is empty, a number is one. Each Boolean may include or skip a selection, so there is one result for each combination.
 */
export function leastVariables({ variableDefinitions = [] }: OperationDefinitionNode): readonly Variables[] {
  const fixed = Object.fromEntries(variableDefinitions.map((definition) => [definition.variable.name.value, leastOf(definition)]));
  const open = variableDefinitions.filter(({ defaultValue }) => defaultValue === undefined);
  const conditions = open.filter((definition) => typeOf(definition) === 'Boolean').map(({ variable }) => variable.name.value);
  return conditions.slice(0, maxConditions).reduce<readonly Variables[]>(
    (all, name) =>
      all.flatMap((given) => [
        { ...given, [name]: false },
        { ...given, [name]: true },
      ]),
    [fixed],
  );
}

function leastOf(definition: VariableDefinitionNode): unknown {
  if (definition.defaultValue) return valueFromASTUntyped(definition.defaultValue);
  const type = typeOf(definition);
  if (type === 'list') return [];
  if (type === 'Int') return 1;
  return type === 'Boolean' ? true : undefined;
}

/** Returns the name of a variable's type, or `list`. */
function typeOf({ type }: VariableDefinitionNode): string {
  const nullable = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  return nullable.kind === Kind.LIST_TYPE ? 'list' : nullable.name.value;
}
