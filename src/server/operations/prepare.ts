/*
 * From a request to its prepared operation, for operations and for subscriptions: find its document, and prepare its operation.
 *
 * Find: a request names its document by `documentId` or by Apollo's `extensions.persistedQuery.sha256Hash`, or contains its text in `query`.
 * A request with several of them must mean one document by all. A request with hash and text registers the text, if it is valid: later
 * requests may have the hash alone (automatic persisted queries). Under `require` nothing is registered.
 *
 * Prepare: graphql-js parses and validates the document, once for all requests with the same text and operation name. The
 * `PreparedOperation` has the plan, and the cost that the limits are checked with.
 */

import {
  getOperationAST,
  GraphQLError,
  Kind,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type OperationTypeNode,
  type ValidationRule,
  stripIgnoredCharacters,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { selectsContentOnly } from '../../graph/access/access.js';
import { costOf, countFields, type CostLimits, type CountedPlan, type OperationCost } from '../../graph/cost/operation-cost.js';
import { planOperation, type OperationPlan } from '../../graph/execution/plan.js';
import { toError } from '../../primitives/values.js';
import type { Caller } from '../../records/caller.js';
import { QueryTooComplexError, DocumentNotTrustedError } from '../../records/errors.js';
import { sha256Of } from '../sha256.js';
import type { NameForLog } from '../telemetry/log.js';
import { refuseCostlyDocument } from './costly-documents.js';
import type { RequestParameters } from './parameters.js';
import { badInput, RefusedRequestError, safeSyntaxError, safeValidationError } from './request-errors.js';
import { createCoerceVariables, type CoerceVariables, type VariableValues } from './variables.js';

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

/* Prepare. */

/**
 * Prepares the operation of a document that a request selects.
 * @throws RefusedRequestError or GraphQLError
 */
export type Prepare = (text: string, operationName?: string) => PreparedOperation;

interface PrepareOptions {
  readonly schema: GraphQLSchema;
  readonly limits: OperationLimits;
  readonly introspection: boolean;
  readonly maxTokens: number;
  /** The memory for prepared operations. */
  readonly maxBytes?: number;
}

/**
 * A prepared operation takes about this many bytes for a token of its document, whose nodes, with their locations, take 240 to 480; for a
 * character, in the text and in its key; and for a field of the plan: fragments multiply fields.
 */
const bytesPer = { token: 400, character: 4, field: 1024 };
const defaultMaxBytes = 32 * 1024 * 1024;

/** graphql-js counts the lines before each error, so that the time of many errors grows with the text. */
const maxErrors = 10;

export function createPrepare({ schema, limits, introspection, maxTokens, maxBytes = defaultMaxBytes }: PrepareOptions): Prepare {
  const operations = new LRUCache<string, PreparedOperation>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const rules = introspection ? specifiedRules : [...specifiedRules, noIntrospection];

  const parsed = (text: string): DocumentNode => {
    try {
      // oxlint-disable-next-line typescript/no-deprecated -- its new name, maxLexicalTokens, has no effect before graphql 16.15
      return parse(text, { maxTokens });
    } catch (error) {
      throw new RefusedRequestError([safeSyntaxError(toError(error), maxTokens)]);
    }
  };

  const validDocument = (text: string): DocumentNode => {
    const document = parsed(text);
    refuseCostlyDocument(document, text, maxTokens);
    const errors = validate(schema, document, rules, { maxErrors, hideSuggestions: !introspection });
    if (errors.length > 0) throw new RefusedRequestError(errors.map((error) => safeValidationError(error, schema, introspection)));
    return document;
  };

  /** The only operation of a document has one entry, whether requests name it or not: the start prepares trusted documents for both. */
  const find = (text: string, operationName: string | undefined): PreparedOperation | undefined => {
    const only = operations.get(keyOf(text));
    if (operationName === undefined || only?.name === operationName) return only;
    return only ? undefined : operations.get(keyOf(text, operationName));
  };

  return function prepare(text, operationName) {
    const known = find(text, operationName);
    if (known) return known;
    const document = validDocument(text);
    const operation = getOperationAST(document, operationName);
    if (!operation) throw badInput(noOperation(document, operationName));
    const key = keyOf(text, getOperationAST(document) ? undefined : operationName);
    const prepared = new PreparedOperation(document, operation, text, schema, limits, introspection);
    operations.set(key, prepared);
    return prepared;
  };
}

const noIntrospection: ValidationRule = (context) => ({
  Field(node) {
    if (node.name.value !== '__schema' && node.name.value !== '__type') return;
    const extensions = { validationErrorCode: 'INTROSPECTION_DISABLED' };
    context.reportError(new GraphQLError(introspectionIsOff, { nodes: node, extensions }));
  },
});

const introspectionIsOff = 'Introspection is off. Read the schema from its file, or ask the operator to turn on INTROSPECTION.';

/** The length separates the name from the text, which may begin with any characters. */
const keyOf = (text: string, operationName = ''): string => `${operationName.length} ${operationName}${text}`;

function noOperation({ definitions }: DocumentNode, operationName: string | undefined): string {
  if (operationName !== undefined)
    return 'The document contains no operation with the name in operationName. Send the name of an operation of the document.';
  return definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    ? 'The document contains several operations. Name one in operationName.'
    : 'The document contains no operation. Add a query, a mutation or a subscription.';
}

/** The limits of an operation. See graph/cost/operation-cost.ts for how it is measured. */
export interface OperationLimits extends CostLimits {
  readonly maxDepth: number;
  readonly maxAliases: number;
  readonly maxRootFields: number;
  readonly maxUpstreamCalls: number;
  readonly maxBodyBytes: number;
  /** All activities, the default one first. */
  readonly activityIds: readonly number[];
}

/** A plan of more fields is made for each request, so that a few documents cannot displace all others. */
const maxStoredFields = 5_000;

/** One operation of a valid document. All requests with it share the object. */
export class PreparedOperation {
  readonly coerceVariables: CoerceVariables;
  /** Whether the document selects nothing personal and nothing secret. */
  readonly contentOnly: boolean;
  /** About the memory that it takes. */
  readonly bytes: number;
  /** null if each request makes a plan of its own. */
  readonly #stored: CountedPlan | null;
  /** The plan and cost of the last request, if the operation has no variables. */
  #last: { readonly activityIds: readonly number[]; readonly plan: OperationPlan; readonly cost: OperationCost } | null = null;

  constructor(
    readonly document: DocumentNode,
    readonly operation: OperationDefinitionNode,
    readonly text: string,
    private readonly schema: GraphQLSchema,
    private readonly limits: OperationLimits,
    introspection: boolean,
  ) {
    this.contentOnly = selectsContentOnly(document, schema);
    this.coerceVariables = createCoerceVariables(schema, document, operation, limits.maxBodyBytes, introspection);
    this.#stored = this.#planToStore();
    const { token, character, field } = bytesPer;
    this.bytes = token * (document.tokenCount ?? 0) + character * text.length + field * (this.#stored?.size ?? 0);
  }

  get type(): OperationTypeNode {
    return this.operation.operation;
  }

  get name(): string | null {
    return this.operation.name?.value ?? null;
  }

  /**
   * Returns the plan and the cost of the operation for its variables, if they are within the limits.
   * @param activityIds the activities that are served to the caller, the default one first; by default all activities
   * @throws QueryTooComplexError that names the first limit exceeded
   */
  planWithinLimits(
    variables: VariableValues,
    activityIds = this.limits.activityIds,
  ): { readonly plan: OperationPlan; readonly cost: OperationCost } {
    const { limits } = this;
    if (this.#last?.activityIds === activityIds) return this.#last;
    const counted = this.#stored ?? this.#count(this.#plan(variables));
    assertWithin('MAX_DEPTH', limits.maxDepth, counted.root.depth);
    assertWithin('MAX_ALIASES', limits.maxAliases, counted.aliases);
    assertWithin('MAX_ROOT_FIELDS', limits.maxRootFields, counted.rootFields);
    const cost = costOf(counted, variables, activityIds, limits);
    assertWithin('MAX_COST', limits.maxCost, cost.cost);
    assertWithin('MAX_UPSTREAM_CALLS', limits.maxUpstreamCalls, cost.upstreamCalls);
    const admitted = { activityIds, plan: counted.plan, cost };
    if (this.#stored && !this.operation.variableDefinitions?.length) this.#last = admitted;
    return admitted;
  }

  /** Returns null for a plan that depends on variables, is too large, or exceeds a limit: each request then learns that. */
  #planToStore(): CountedPlan | null {
    const plan = this.#plan({});
    if (plan.dependsOnVariables) return null;
    try {
      const counted = this.#count(plan);
      return counted.size > maxStoredFields ? null : counted;
    } catch (error) {
      if (error instanceof QueryTooComplexError) return null;
      throw error;
    }
  }

  #plan(variables: VariableValues): OperationPlan {
    return planOperation(this.schema, this.document, this.operation, variables);
  }

  #count(plan: OperationPlan): CountedPlan {
    return countFields(plan, this.limits.maxCost);
  }
}

function assertWithin(limit: string, maximum: number, actual: number): void {
  if (actual > maximum) throw new QueryTooComplexError(limit, maximum, actual);
}
