/*
 * From a request to its prepared operation, by way of its document, for operations and for subscriptions.
 *
 * A request names its document by `documentId` or by Apollo's `extensions.persistedQuery.sha256Hash`, or contains its text in `query`. A
 * request with several of them must mean one document by all. A request with hash and text registers the text, if it is valid: later requests
 * may have the hash alone (automatic persisted queries). Under `require` nothing is registered.
 */

import { GraphQLError, stripIgnoredCharacters } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Caller } from '../../records/caller.js';
import { DocumentNotTrustedError } from '../../records/errors.js';
import { sha256Of } from '../sha256.js';
import type { NameForLog } from '../telemetry/log.js';
import type { RequestParameters } from './parameters.js';
import type { Prepare, PreparedOperation } from './prepare.js';
import { badInput } from './request-errors.js';

/** A document that an app was published with, and the id that the app sends in its place. */
export interface TrustedDocument {
  readonly file: string;
  readonly id: string;
  readonly text: string;
}

/** The treatment of a document that is not trusted: it runs, it runs and is reported, or it is refused before it is parsed. */
export type TrustedDocumentsMode = 'allow' | 'report' | 'require';

/** What a request has in place of an operation if its document is refused. Its run throws the error, and is recorded like any other. */
export interface RefusedOperation {
  readonly type: 'refused';
  /** What was thrown: RefusedRequestError, GraphQLError, DocumentNotTrustedError, or the error of a defect. */
  readonly error: unknown;
}

/** The maximum number of documents that are reported, so that a caller cannot flood the log. */
const maxReported = 10_000;

/** A document that is found. */
interface FoundDocument {
  readonly text: string;
  /** The hash to register for the text; undefined if there is none, or nothing is registered. */
  readonly hash: string | undefined;
}

/** From a request to its prepared operation, by the rules of `TRUSTED_DOCUMENTS`. */
export class Documents {
  /** The texts of trusted documents by their names. */
  readonly #trustedByName: ReadonlyMap<string, string>;
  readonly #trustedTexts: ReadonlySet<string>;
  /** The texts of automatic persisted queries by their hashes. */
  readonly #registered = new LRUCache<string, string>({
    max: 2000,
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: (text, hash) => hash.length + text.length,
  });
  /** The SHA-256 of each document that is reported. */
  readonly #reportedHashes = new Set<string>();

  /** @param trusted no id occurs with two texts */
  constructor(
    private readonly prepare: Prepare,
    trusted: readonly TrustedDocument[],
    private readonly mode: TrustedDocumentsMode,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly nameForLog: NameForLog,
  ) {
    this.#trustedByName = new Map(trusted.flatMap((document) => namesOf(document).map((name) => [name, document.text])));
    this.#trustedTexts = new Set(trusted.map(({ text }) => text));
  }

  /** Returns the prepared operation of a request, or its refusal. */
  operationOf(parameters: RequestParameters, caller: Caller): PreparedOperation | RefusedOperation {
    try {
      const { text, hash } = this.#find(parameters, caller);
      const prepared = this.prepare(text, parameters.operationName);
      if (hash !== undefined) this.#registered.set(hash, text);
      if (this.mode === 'report' && !this.#trustedTexts.has(text)) this.#report(prepared, caller);
      return prepared;
    } catch (error) {
      return { type: 'refused', error };
    }
  }

  /** @throws GraphQLError or DocumentNotTrustedError if the request names no document, two documents, or one that is refused */
  #find({ query, documentId, extensions }: RequestParameters, caller: Caller): FoundDocument {
    if (query !== undefined && !query.isWellFormed()) throw loneSurrogate();
    const hash = hashIn(extensions);
    const byId = documentId === undefined ? undefined : this.#trustedByName.get(documentId);
    const byHash = hash === undefined ? undefined : this.#textOfHash(hash);
    if (documentId !== undefined && query === undefined && byId === undefined) throw documentNotFound(unknownId);
    const text = query ?? byId ?? byHash;
    if (text === undefined) throw documentNotFound('PersistedQueryNotFound');
    if (documentId !== undefined && byId !== text && documentId !== sha256Id(sha256Of(text)))
      throw badInput('"documentId" is not the id of the document in "query". Send one of the two.');
    if (hash !== undefined && byHash !== text && hash !== sha256Of(text))
      throw badInput('"extensions.persistedQuery.sha256Hash" must be the SHA-256 of "query" in hex.');
    if (this.#trustedTexts.has(text)) return { text, hash: undefined };
    if (this.mode !== 'require') return { text, hash };
    if (!isExempt(caller, text)) throw new DocumentNotTrustedError();
    return { text, hash: undefined };
  }

  #textOfHash(hash: string): string | undefined {
    return this.#trustedByName.get(hash) ?? this.#trustedByName.get(sha256Id(hash)) ?? this.#registered.get(hash);
  }

  /** Reports a document that `require` would refuse, once: by its hash and its operation's name, never its text. */
  #report({ text, operation }: PreparedOperation, caller: Caller): void {
    const sha256 = sha256Of(text);
    if (this.#reportedHashes.size >= maxReported || this.#reportedHashes.has(sha256) || isExempt(caller, text)) return;
    this.#reportedHashes.add(sha256);
    const facts = { sha256, operationName: this.nameForLog(operation.name?.value) };
    this.log.warn(facts, 'The document of an operation is not trusted: TRUSTED_DOCUMENTS=require would refuse it');
    if (this.#reportedHashes.size === maxReported)
      this.log.warn('Many operations are not trusted documents. No more are logged until the next start.');
  }
}

/** Returns the hash of an automatic persisted query. @throws GraphQLError if it is malformed */
function hashIn(extensions: RequestParameters['extensions']): string | undefined {
  const persisted = extensions?.['persistedQuery'];
  if (persisted === undefined || persisted === null) return undefined;
  const { version, sha256Hash } = persisted as Record<string, unknown>;
  if (version !== 1) throw badInput('"extensions.persistedQuery.version" must be 1.');
  if (typeof sha256Hash !== 'string') throw badInput('The parameter "extensions.persistedQuery.sha256Hash" must be a string.');
  return sha256Hash;
}

const isExempt = (caller: Caller, text: string): boolean => caller.scopes.has('documents:any') || isSdlOperation(text);

/**
 * The error of a text with half of a surrogate pair, which no parser accepts. UTF-8 has U+FFFD in its place, so the text would share the
 * hash, and with it the parsed document, of another text.
 */
const loneSurrogate = (): GraphQLError =>
  new GraphQLError('Syntax Error: The document contains half of a surrogate pair, which is not a Unicode character.', {
    extensions: { code: 'GRAPHQL_PARSE_FAILED' },
  });

const unknownId = 'No trusted document has the id in "documentId". Add the manifest of the app to the server.';

/** @param message that of an unknown hash is the one that clients of Apollo recognise */
const documentNotFound = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } });

/** The `documentId` that every document has by the GraphQL over HTTP specification. */
const sha256Id = (sha256: string): string => `sha256:${sha256}`;

/** Returns the names of a trusted document. As Apollo's `persistedQuery.sha256Hash`, the second stands without `sha256:`. */
export const namesOf = ({ id, text }: TrustedDocument): readonly string[] => [id, sha256Id(sha256Of(text))];

/**
 * Whether a text is an operation that selects `_service { sdl }` and nothing else, whatever its name, spaces and comments: the request by
 * which tools of federation read the schema.
 */
export function isSdlOperation(text: string): boolean {
  if (text.length > maxSdlOperation) return false;
  try {
    return /^(?:query(?: [_A-Za-z]\w*)?)?\{_service\{sdl\}\}$/.test(stripIgnoredCharacters(text));
  } catch {
    // The text is no GraphQL.
    return false;
  }
}

/** Longer texts are not read: they are other operations. */
const maxSdlOperation = 4096;
