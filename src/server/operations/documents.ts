/*
 * From a request to its document: its parameters, which come from a body, a query string or a message of a WebSocket; and the document that they
 * name.
 *
 * A request names its document by `documentId` or by Apollo's `extensions.persistedQuery.sha256Hash`, or contains its text in `query`. A request
 * with several of them must mean one document by all. A request with hash and text registers the text, if it is valid: later requests may have
 * the hash alone (automatic persisted queries). Under `require` nothing is registered.
 */

import { hash as digest } from 'node:crypto';
import { GraphQLError, stripIgnoredCharacters } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { isObject } from '../../primitives/values.js';
import type { Caller } from '../../records/caller.js';
import { DocumentNotTrustedError } from '../../records/errors.js';
import { parseCallerJson, utf8Parameters } from '../http/request.js';
import { badRequest } from '../http/response.js';
import type { NameForLog } from '../telemetry/log.js';
import type { Prepare, PreparedOperation } from './prepare.js';
import { badInput } from './request-errors.js';

/** The parameters of a GraphQL request over HTTP; their types are checked. */
export interface RequestParameters {
  readonly query: string | undefined;
  /** The id of a document that stands for `query`. */
  readonly documentId: string | undefined;
  readonly operationName: string | undefined;
  readonly variables: Record<string, unknown> | undefined;
  readonly extensions: Record<string, unknown> | undefined;
}

/** Reads the parameters from the body of a POST. @throws HttpError 400; 413 beyond MAX_BODY_VALUES */
export function parametersOfBody(text: string, maxValues: number): RequestParameters {
  const body = parseCallerJson(text, maxValues, 'The body must be JSON.');
  if (Array.isArray(body)) throw badRequest('Batched requests are not supported: the body must be one JSON object, not a list.');
  if (!isObject(body)) throw badRequest('The body must be a JSON object.');
  return parametersOf(body);
}

/** Reads the parameters from the query string of a GET. @throws HttpError 400; 413 beyond MAX_BODY_VALUES */
export function parametersOfSearch(search: string, maxValues: number): RequestParameters {
  const query = utf8Parameters(search, 'query string');
  const map = (name: string) => {
    const text = query.get(name);
    return text === null || text === '' ? undefined : parseCallerJson(text, maxValues, `The parameter "${name}" must be JSON.`);
  };
  return parametersOf({
    query: query.get('query'),
    documentId: query.get('documentId'),
    operationName: query.get('operationName'),
    variables: map('variables'),
    extensions: map('extensions'),
  });
}

/** Reads the parameters from the members of a request. A document is required: its text, its id, or its hash. @throws HttpError 400 */
export function parametersOf({ query, documentId, operationName, variables, extensions }: Record<string, unknown>): RequestParameters {
  if (!isAbsentOr(documentId, isString)) throw badRequest('The parameter "documentId" must be a string.');
  const named = Boolean(documentId) || (isObject(extensions) && isObject(extensions['persistedQuery']));
  const text = named && query === '' ? undefined : query;
  if (text === undefined || text === null) {
    if (!named) throw badRequest('The request names no document: send "query" or "documentId".');
  } else if (typeof text !== 'string') throw badRequest('The parameter "query" must be a string.');
  else if (text === '') throw badRequest('The parameter "query" is empty. Send the text of an operation.');
  if (!isAbsentOr(operationName, isString)) throw badRequest('The parameter "operationName" must be a string.');
  if (!isAbsentOr(variables, isObject)) throw badRequest('The parameter "variables" must be a JSON object.');
  if (!isAbsentOr(extensions, isObject)) throw badRequest('The parameter "extensions" must be a JSON object.');
  return {
    query: text ?? undefined,
    documentId: documentId || undefined,
    operationName: operationName || undefined,
    variables: variables ?? undefined,
    extensions: extensions ?? undefined,
  };
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isAbsentOr = <T>(value: unknown, is: (value: unknown) => value is T): value is T | null | undefined =>
  value === undefined || value === null || is(value);

/* Documents. */

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
  readonly type: 'unknown';
  /** The name in the request. */
  readonly name: string | null;
  /** What was thrown: RefusedRequestError, GraphQLError, DocumentNotTrustedError, or the error of a defect. */
  readonly error: unknown;
}

/** The maximum number of documents that are reported, so that a caller cannot flood the log. */
const maxReported = 10_000;

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
      const hash = hashIn(parameters.extensions);
      const text = this.#find(parameters, hash);
      const isTrusted = this.#trustedTexts.has(text);
      if (this.mode === 'require' && !isTrusted && !isExempt(caller, text)) throw new DocumentNotTrustedError();
      const prepared = this.prepare(text, parameters.operationName);
      if (isTrusted || this.mode === 'require') return prepared;
      if (hash !== undefined) this.#registered.set(hash, text);
      if (this.mode === 'report') this.#report(prepared, caller);
      return prepared;
    } catch (error) {
      return { type: 'unknown', name: parameters.operationName ?? null, error };
    }
  }

  /** Returns the text of the document of a request. @throws GraphQLError if it names none, or two */
  #find({ query, documentId }: RequestParameters, hash: string | undefined): string {
    if (query !== undefined && !query.isWellFormed()) throw loneSurrogate();
    const byId = documentId === undefined ? undefined : this.#trustedByName.get(documentId);
    const byHash = hash === undefined ? undefined : this.#textOfHash(hash);
    if (documentId !== undefined && query === undefined && byId === undefined) throw documentNotFound(unknownId);
    const text = query ?? byId ?? byHash;
    if (text === undefined) throw documentNotFound('PersistedQueryNotFound');
    if (documentId !== undefined && byId !== text && documentId !== sha256Id(sha256Of(text)))
      throw badInput('"documentId" is not the id of the document in "query". Send one of the two.');
    if (hash !== undefined && byHash !== text && hash !== sha256Of(text))
      throw badInput('"extensions.persistedQuery.sha256Hash" must be the SHA-256 of "query" in hex.');
    return text;
  }

  #textOfHash(hash: string): string | undefined {
    return this.#trustedByName.get(hash) ?? this.#trustedByName.get(sha256Id(hash)) ?? this.#registered.get(hash);
  }

  /** Reports a document that `require` would refuse, once: by its hash and its operation's name, never its text. */
  #report({ text, name }: PreparedOperation, caller: Caller): void {
    const sha256 = sha256Of(text);
    if (this.#reportedHashes.size >= maxReported || this.#reportedHashes.has(sha256) || isExempt(caller, text)) return;
    this.#reportedHashes.add(sha256);
    const facts = { sha256, operationName: this.nameForLog(name) };
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

/** Returns the SHA-256 of a document's text, in hex. */
export const sha256Of = (text: string): string => digest('sha256', text);

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

/** Returns the names of a trusted document: its id, and its hash after `sha256:`. Apollo's `persistedQuery.sha256Hash` is that hash alone. */
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
