/*
 * From a request to its document, for operations and for subscriptions.
 *
 * A request names its document by `documentId` or by Apollo's `extensions.persistedQuery.sha256Hash`, or contains its text in `query`. A
 * request with several of them must mean one document by all. A hash that names no trusted document is passed on to Apollo Server, which
 * registers automatic persisted queries. Under `require` it is refused, because nothing is registered.
 */

import { hash } from 'node:crypto';
import { GraphQLError, Lexer, Source, TokenKind, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import type { Logger } from 'pino';
import type { Caller } from '../../records/caller.js';
import { DocumentNotTrustedError } from '../../records/errors.js';
import { badInput, persistedQueryMessages } from '../messages/request-errors.js';
import type { NameForLog } from '../telemetry/log.js';
import type { RequestParameters } from './parameters.js';

/** The treatment of a document that is not trusted: it runs, it runs and is reported, or it is refused before it is parsed. */
export type TrustedDocumentsMode = 'allow' | 'report' | 'require';

export interface RequestedDocument {
  /** undefined for a hash only: Apollo Server knows its text, or refuses the request. */
  readonly text: string | undefined;
  /** null if the document is not trusted, or if there are no trusted documents. */
  readonly trusted: TrustedDocument | null;
  /** The hash of an automatic persisted query, for Apollo Server; undefined for a trusted document. */
  readonly hash: string | undefined;
}

/** The parts of a prepared operation that a report needs. */
interface ReportedOperation {
  readonly text: string;
  readonly sha256: string;
  readonly operation: OperationDefinitionNode;
}

/** The maximum number of documents that are reported, so that a caller cannot flood the log. */
const maxReported = 10_000;

/** Finds the document of a request, and applies `TRUSTED_DOCUMENTS` to it. */
export class RequestedDocuments {
  readonly #reported = new Set<string>();

  /** @param trusted null if there are no trusted documents */
  constructor(
    private readonly trusted: TrustedDocuments | null,
    private readonly mode: TrustedDocumentsMode,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly nameForLog: NameForLog,
  ) {}

  /** @throws GraphQLError or DocumentNotTrustedError if the request names no document, two documents, or one that is refused */
  find(parameters: RequestParameters, caller: Caller): RequestedDocument {
    const { query, documentId, extensions } = parameters;
    if (query !== undefined && !query.isWellFormed()) throw loneSurrogate();
    if (this.trusted === null && documentId === undefined) {
      return { text: query, trusted: null, hash: hashIn(extensions) };
    }
    const text = this.#textOf(parameters);
    if (text === undefined && this.mode === 'require') throw documentNotFound();
    const trusted = (text !== undefined && this.trusted?.byText.get(text)) || null;
    if (trusted === null && this.mode !== 'require') return { text, trusted, hash: hashIn(extensions) };
    if (trusted === null && !isExempt(caller, text!)) throw new DocumentNotTrustedError();
    return { text, trusted, hash: undefined };
  }

  /** Reports a document that runs, once, if it would be refused under `require`: by its hash and its operation's name, never its text. */
  reportIfNotTrusted(caller: Caller, { text, sha256, operation }: ReportedOperation): void {
    if (this.mode !== 'report' || this.#reported.size >= maxReported || this.#reported.has(sha256)) return;
    if (this.trusted?.byText.get(text) || isExempt(caller, text)) return;
    this.#reported.add(sha256);
    const facts = { sha256, operationName: this.nameForLog(operation.name?.value) };
    this.log.warn(facts, 'The document of an operation is not trusted: TRUSTED_DOCUMENTS=require would refuse it');
    if (this.#reported.size === maxReported)
      this.log.warn('Many operations are not trusted documents. No more are logged until the next start.');
  }

  /** Returns the text of a request's document; undefined if it has only a hash, which names no trusted document. */
  #textOf({ query, documentId, extensions }: RequestParameters): string | undefined {
    const byId = documentId === undefined ? undefined : this.trusted?.byDocumentId.get(documentId)?.text;
    const sha256Hash = hashIn(extensions);
    const byHash = sha256Hash === undefined ? undefined : this.trusted?.byHash.get(sha256Hash)?.text;
    if (documentId !== undefined && query === undefined && byId === undefined) throw documentNotFound(unknownId);
    const text = query ?? byId ?? byHash;
    if (text === undefined) return undefined;
    if (documentId !== undefined && byId !== text && documentId !== sha256Id(sha256Of(text)))
      throw badInput('"documentId" is not the id of the document in "query". Send one of the two.');
    if (sha256Hash !== undefined && byHash !== text && sha256Hash !== sha256Of(text))
      throw badInput(persistedQueryMessages['provided sha does not match query']);
    return text;
  }
}

/** Returns the hash of an automatic persisted query. @throws GraphQLError if it is malformed */
function hashIn(extensions: RequestParameters['extensions']): string | undefined {
  const persisted = extensions?.['persistedQuery'];
  if (persisted === undefined || persisted === null) return undefined;
  const { version, sha256Hash } = persisted as Record<string, unknown>;
  if (version !== 1) throw badInput(persistedQueryMessages['Unsupported persisted query version']);
  if (typeof sha256Hash !== 'string') throw badInput('The parameter "extensions.persistedQuery.sha256Hash" must be a string.');
  return sha256Hash;
}

const isExempt = (caller: Caller, text: string): boolean => caller.scopes.has('documents:any') || isSdlOperation(text);

/**
 * The error of a text with half of a surrogate pair, which no parser accepts. UTF-8 has U+FFFD in its place, so the text would share the hash,
 * and with it the parsed document, of another text.
 */
const loneSurrogate = (): GraphQLError =>
  new GraphQLError('Syntax Error: The document contains half of a surrogate pair, which is not a Unicode character.', {
    extensions: { code: 'GRAPHQL_PARSE_FAILED' },
  });

const unknownId = 'No trusted document has the id in "documentId". Add the manifest of the app to the server.';

/** The error of a document that is named by an unknown id or hash. Clients of Apollo recognise the message of an unknown hash. */
const documentNotFound = (message = 'PersistedQueryNotFound'): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } });

/** The text of an operation that an app was published with, and the id that the app sends in its place. */
export interface TrustedText {
  readonly file: string;
  readonly id: string;
  readonly text: string;
}

export interface TrustedDocument extends TrustedText {
  /** In hex, of the text in UTF-8. */
  readonly sha256: string;
  /**
   * Parsed and validated at the start. null if it does not fit the schema or has too many tokens: a request with it is refused like
   * any other.
   */
  readonly document: DocumentNode | null;
}

export const sha256Of = (text: string): string => hash('sha256', text);

/** The `documentId` that every document has by the GraphQL over HTTP specification. */
export const sha256Id = (sha256: string): string => `sha256:${sha256}`;

/** The trusted documents by each name that a request may use. */
export class TrustedDocuments {
  /** By its id, or by `sha256:` and the hash of its text. */
  readonly byDocumentId: ReadonlyMap<string, TrustedDocument>;
  /** By what Apollo's `persistedQuery.sha256Hash` may be: the hash of its text, or its id. */
  readonly byHash: ReadonlyMap<string, TrustedDocument>;
  readonly byText: ReadonlyMap<string, TrustedDocument>;

  /** @param documents no id occurs with two texts */
  constructor(documents: readonly TrustedDocument[]) {
    const by = (namesOf: (document: TrustedDocument) => readonly string[]) =>
      new Map(documents.flatMap((document) => namesOf(document).map((name) => [name, document])));
    this.byDocumentId = by(({ id, sha256 }) => [id, sha256Id(sha256)]);
    this.byHash = by(({ id, sha256 }) => [id, sha256]);
    this.byText = by(({ text }) => [text]);
  }
}

/**
 * Whether a text is an operation that selects `_service { sdl }` and nothing else: the request by which tools of federation read the
 * schema. The text is read token by token up to the first that differs, so names, spaces and comments do not matter.
 */
export function isSdlOperation(text: string): boolean {
  const lexer = new Lexer(new Source(text));
  const next = () => lexer.advance();
  try {
    let token = next();
    if (token.kind === TokenKind.NAME && token.value === 'query') {
      token = next();
      if (token.kind === TokenKind.NAME) token = next();
    }
    for (const expected of selection) {
      if ((token.kind === TokenKind.NAME ? token.value : token.kind) !== expected) return false;
      token = next();
    }
    return token.kind === TokenKind.EOF;
  } catch {
    // The text is no GraphQL.
    return false;
  }
}

const selection: readonly string[] = [TokenKind.BRACE_L, '_service', TokenKind.BRACE_L, 'sdl', TokenKind.BRACE_R, TokenKind.BRACE_R];
