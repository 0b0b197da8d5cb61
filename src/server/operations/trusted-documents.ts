/*
 * Trusted documents at the start: they are read from the files of TRUSTED_DOCUMENTS_FILE, prepared, and measured. Two formats are known:
 *   - Apollo's manifest: { "format": "apollo-persisted-query-manifest", "version": 1, "operations": [{ "id", "body", … }] }
 *   - a flat map { "<id>": "<text>" }, which Relay's compiler (persistConfig) and GraphQL Code Generator (persistedDocuments) write
 */

import { Kind, parse, valueFromASTUntyped, type GraphQLError, type OperationDefinitionNode, type VariableDefinitionNode } from 'graphql';
import { repeatedMembers } from '../../primitives/json-text.js';
import { readTextFile } from '../../primitives/text-file.js';
import { isObject } from '../../primitives/values.js';
import { QueryTooComplexError } from '../../records/errors.js';
import { namesOf, sha256Of, type TrustedDocument } from './documents.js';
import type { Prepare, PreparedOperation } from './prepare.js';
import { errorsOf } from './request-errors.js';

/** Reads the documents of all files. @returns every document, and what is wrong with the files */
export function readTrustedFiles(files: readonly string[]): {
  readonly documents: readonly TrustedDocument[];
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const documents = files.flatMap((file) => {
    const entries = entriesOfFile(file);
    if (typeof entries !== 'string') return entries.map(([id, text]) => ({ file, id, text }));
    problems.push(entries);
    return [];
  });
  return { documents, problems: [...problems, ...ambiguousNames(documents)] };
}

type ManifestEntry = readonly [id: string, text: string];

/** Returns the ids and texts of a file, or what is wrong with it. */
function entriesOfFile(file: string): readonly ManifestEntry[] | string {
  try {
    const text = readTextFile(file);
    const entries = entriesIn(JSON.parse(text));
    const [repeated] = repeatedMembers(text);
    if (repeated) return `${file} has several members named ${repeated.at(-1)} in one object`;
    if (entries.every(isEntry)) return entries;
    return `${file} is neither a manifest of Apollo ("format": "${apolloFormat}", version 1) nor a map of ids to documents`;
  } catch (error) {
    if (error instanceof SyntaxError) return `${file} is not JSON`;
    return `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`;
  }
}

const apolloFormat = 'apollo-persisted-query-manifest';
const noEntry: readonly unknown[] = [];

/** Returns what is in the places of entries. */
function entriesIn(content: unknown): readonly (readonly unknown[])[] {
  if (!isObject(content)) return [noEntry];
  const { format, version, operations } = content;
  if (format === apolloFormat && version === 1 && Array.isArray(operations))
    return operations.map((operation: unknown) => (isObject(operation) ? [operation['id'], operation['body']] : noEntry));
  return 'format' in content ? [noEntry] : Object.entries(content);
}

const isEntry = (entry: readonly unknown[]): entry is ManifestEntry =>
  entry.length === 2 && entry.every((part) => typeof part === 'string' && part !== '');

/**
 * Returns a problem for each name that would identify two different texts. A request names a document by its id or by the hash of its text,
 * so an id must not be the hash of another text either.
 */
function ambiguousNames(documents: readonly TrustedDocument[]): readonly string[] {
  const owners = new Map<string, TrustedDocument>();
  const problems = new Set<string>();
  for (const document of documents) {
    for (const name of [...namesOf(document), sha256Of(document.text)]) {
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, document);
      else if (owner.text !== document.text)
        problems.add(`the id ${name} stands for two texts, in ${[...new Set([owner.file, document.file])].join(' and ')}`);
    }
  }
  return [...problems];
}

/** A trusted document, and what is wrong with it. */
export interface CheckedDocument extends TrustedDocument {
  /** The names of its operations. */
  readonly operation: string;
  /** Why it does not fit the schema. */
  readonly misfit?: string;
  /** The name of the setting whose limit it exceeds, whatever its variables are. */
  readonly limit?: string;
}

/** Prepares and measures a trusted document. */
export function checkTrustedDocument(trusted: TrustedDocument, prepare: Prepare): CheckedDocument {
  const { text } = trusted;
  const names = operationNames(text);
  const checked = { ...trusted, operation: names.join(', ') || '(without a name)' };
  try {
    const operations = (names.length > 1 ? names : [undefined]).map((name) => prepare(text, name));
    const limit = operations.map(limitExceeded).find((exceeded) => exceeded !== null);
    return { ...checked, ...(limit && { limit }) };
  } catch (thrown) {
    const [error] = errorsOf(thrown);
    const isTooLong = error!.originalError instanceof QueryTooComplexError;
    return { ...checked, ...(isTooLong ? { limit: 'MAX_TOKENS' } : { misfit: misfitOf(error!) }) };
  }
}

/** Returns the names of a document's operations; none if it has a syntax error. */
function operationNames(text: string): readonly string[] {
  try {
    const operations = parse(text, { noLocation: true }).definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    return operations.flatMap(({ name }) => name?.value ?? []);
  } catch {
    return [];
  }
}

function misfitOf({ message, locations: [position] = [] }: GraphQLError): string {
  return position ? `${message} (line ${position.line}, column ${position.column})` : message;
}

/** Returns the limit that an operation exceeds with all of its least variables, or null. */
function limitExceeded(prepared: PreparedOperation): string | null {
  let exceeded: string | null = null;
  for (const variables of leastVariables(prepared.operation)) {
    try {
      prepared.planWithinLimits(variables);
      return null;
    } catch (error) {
      if (!(error instanceof QueryTooComplexError)) throw error;
      exceeded ??= error.limit;
    }
  }
  return exceeded;
}

/**
 * Returns the values of variables with which an operation may measure least: of those with a default, the default. A list is empty, a
 * number is one. A Boolean may include or skip a selection, so all of them are true in one result, and false in the other.
 */
const leastVariables = ({ variableDefinitions = [] }: OperationDefinitionNode): readonly Readonly<Record<string, unknown>>[] =>
  [true, false].map((condition) =>
    Object.fromEntries(variableDefinitions.map((definition) => [definition.variable.name.value, leastOf(definition, condition)])),
  );

function leastOf({ defaultValue, type }: VariableDefinitionNode, condition: boolean): unknown {
  if (defaultValue) return valueFromASTUntyped(defaultValue);
  const nullable = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  if (nullable.kind === Kind.LIST_TYPE) return [];
  const { value: name } = nullable.name;
  return name === 'Int' ? 1 : name === 'Boolean' ? condition : undefined;
}
