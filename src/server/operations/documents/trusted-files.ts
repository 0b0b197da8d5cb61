/*
 * The files of TRUSTED_DOCUMENTS_FILE. Two formats are known:
 *   - Apollo's manifest: { "format": "apollo-persisted-query-manifest", "version": 1, "operations": [{ "id", "body", … }] }
 *   - a flat map { "<id>": "<text>" }, which Relay's compiler (persistConfig) and GraphQL Code Generator (persistedDocuments) write
 */

import { readTextFile } from '../../../primitives/text-file.js';
import { isObject } from '../../../primitives/values.js';
import { sha256Id, sha256Of, type TrustedText } from './trusted-documents.js';

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
