/*
 * Prepares operations: from a document to an operation that can be executed, once for all requests with the same text.
 *
 * Apollo Server parses and validates a document, and follows the protocol of automatic persisted queries. A plugin takes the operation from it.
 * Apollo Server executes nothing, formats no error and serves no HTTP.
 */

import { ApolloServer, HeaderMap, type ApolloServerPlugin, type GraphQLRequest } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import {
  getNullableType,
  getOperationAST,
  GraphQLError,
  isInputObjectType,
  isNonNullType,
  Kind,
  print,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationContext,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { selectsContentOnly } from '../../graph/access/content-only.js';
import type { CreatePlannedOperation, PlannedOperation } from '../../graph/cost/planned-operation.js';
import { RefusedRequestError } from '../messages/request-errors.js';
import { refuseCostlyDocument } from './costly-documents.js';
import type { RequestedDocument } from './documents.js';
import { createCoerceVariables, type CoerceVariables } from './variables.js';

/** One operation of a valid document. All requests with it share the object. */
export interface PreparedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly text: string;
  /** Of the text, in hex. */
  readonly sha256: string;
  /** Whether the document selects nothing personal and nothing secret. */
  readonly contentOnly: boolean;
  readonly coerceVariables: CoerceVariables;
  readonly planned: PlannedOperation;
}

/**
 * Prepares the operation that a request selects.
 * @throws RefusedRequestError, or RefusedDocumentError for a document that is too costly to validate
 */
export type Prepare = (requested: RequestedDocument, operationName: string | undefined) => Promise<PreparedOperation>;

export interface PrepareOptions {
  readonly schema: GraphQLSchema;
  readonly createPlanned: CreatePlannedOperation;
  readonly introspection: boolean;
  readonly maxTokens: number;
  readonly log: Logger;
  /** The memory for prepared operations of documents that are not trusted. */
  readonly maxBytes?: number;
}

/** A parsed document takes about this many bytes for a character of the text, and its plans for a field. */
const bytesPer = { character: 64, field: 1024 };
const defaultMaxBytes = 32 * 1024 * 1024;
/** A plan of more fields is not stored, but made for each request, so that a few documents cannot displace all others. */
const maxStoredFields = 5_000;

interface PreparedDocument {
  readonly document: DocumentNode;
  readonly sha256: string;
  readonly contentOnly: boolean;
  /** Those of the stored plans. Fragments that spread each other have many more fields than characters. */
  readonly fields: number;
  /** By the operation name of requests. */
  readonly operations: Map<string | undefined, PreparedOperation>;
}

/** The context of a request to Apollo Server, which copies it. The plugin puts the operation into `found`. */
interface Handover {
  readonly found: { prepared?: PreparedOperation | null };
}

export async function startPrepare(options: PrepareOptions): Promise<{ readonly prepare: Prepare; readonly stop: () => Promise<void> }> {
  const { schema, createPlanned, introspection, maxTokens, log, maxBytes = defaultMaxBytes } = options;
  const persisted = new PersistedQueries();
  const documents = new LRUCache<string, PreparedDocument>({
    maxSize: maxBytes,
    sizeCalculation: ({ fields }, text) => bytesPer.character * text.length + bytesPer.field * fields,
    // A subscription uses its operation as long as it lives.
    dispose: ({ operations }, _text, reason) => {
      if (reason === 'evict') for (const { planned } of operations.values()) planned.release();
    },
  });

  const add = (text: string, sha256: string, document: DocumentNode): PreparedDocument => {
    const prepared = { document, sha256, contentOnly: selectsContentOnly(document, schema), fields: 0, operations: new Map() };
    documents.set(text, prepared);
    return prepared;
  };
  /** Adds a plan to the size of its document. @returns false if the document is not stored any more, or the plan is too large */
  const mayStore = (text: string, fields: number): boolean => {
    const stored = documents.peek(text);
    if (!stored || fields > maxStoredFields) return false;
    const { document, sha256, contentOnly, operations } = stored;
    documents.set(text, { document, sha256, contentOnly, fields: stored.fields + fields, operations });
    return documents.has(text);
  };
  /** Returns the operation of this name; null if the document has none, or several. */
  const select = (text: string, prepared: PreparedDocument, operationName: string | undefined): PreparedOperation | null => {
    const { document, sha256, contentOnly, operations } = prepared;
    let selected = operations.get(operationName) ?? null;
    if (selected !== null) return selected;
    const operation = getOperationAST(document, operationName);
    if (!operation) return null;
    const coerceVariables = createCoerceVariables(schema, operation);
    const planned = createPlanned(document, operation, (fields) => mayStore(text, fields));
    selected = { document, operation, text, sha256, contentOnly, coerceVariables, planned };
    operations.set(operationName, selected);
    return selected;
  };

  const plugin: ApolloServerPlugin<Handover> = {
    requestDidStart: async () => ({
      didResolveOperation: async ({ contextValue: { found }, document, source, queryHash, request: { operationName } }) => {
        found.prepared = select(source, documents.get(source) ?? add(source, queryHash, document), operationName);
      },
      // Contrary to its type, `operation` is undefined if the document has no operation of the requested name. graphql-js then reports that.
      responseForOperation: async ({ operation }) =>
        (operation as OperationDefinitionNode | undefined)
          ? { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: {} } }
          : null,
    }),
  };
  const apollo = new ApolloServer<Handover>({
    schema,
    introspection,
    // messages/safe-errors.ts does that where introspection is off.
    hideSchemaDetailsFromClientErrors: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    // It concerns HTTP, which Apollo Server does not handle here: run.ts refuses content types that avoid the CORS preflight.
    csrfPrevention: false,
    // Fragments that spread each other multiply selections. Other documents have fewer selections than tokens (MAX_TOKENS, 2,000 by default).
    maxRecursiveSelections: 100_000,
    parseOptions: { maxLexicalTokens: maxTokens },
    validationRules: [OneOfVariablesRule],
    // graphql-js counts the lines before each error, so that the time of many errors grows with the text.
    validationOptions: { maxErrors: 10 },
    persistedQueries: { cache: persisted },
    documentStore: null,
    // Errors are passed through: messages/safe-errors.ts makes them safe and formats them, because it has the request.
    formatError: (_formatted, error) => error as GraphQLFormattedError,
    logger: {
      debug: (message) => log.trace(String(message)),
      info: (message) => log.debug(String(message)),
      warn: (message) => log.warn(String(message)),
      // Without the text, which may quote the document of a caller. `formatError` reports the error of a request without its message.
      error: () => log.error('Apollo Server failed unexpectedly'),
    },
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      plugin,
    ],
  });
  await apollo.start();

  const prepare: Prepare = async ({ text: given, hash, trusted }, operationName) => {
    const registered = hash === undefined ? undefined : persisted.textOf(hash);
    const text = given ?? registered;
    if (text !== undefined) {
      const known = documents.get(text) ?? (trusted?.document ? add(text, trusted.sha256, trusted.document) : undefined);
      const mayRegister = hash !== undefined && registered !== text;
      const selected = known && !mayRegister ? select(text, known, operationName) : null;
      if (selected) return selected;
      if (!known) refuseCostlyDocument(text, maxTokens);
    }
    const request: GraphQLRequest = {};
    if (text !== undefined) request.query = text;
    if (operationName !== undefined) request.operationName = operationName;
    if (hash !== undefined) request.extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
    const contextValue: Handover = { found: {} };
    const { body } = await apollo.executeOperation(request, { contextValue });
    const { prepared } = contextValue.found;
    if (prepared) return prepared;
    if (body.kind !== 'single') throw new Error('Unexpected incremental response: nothing was executed.');
    throw new RefusedRequestError(body.singleResult.errors as readonly GraphQLError[]);
  };
  return { prepare, stop: () => apollo.stop() };
}

/**
 * A rule of validation: a variable that is a member of a `@oneOf` input object has a non-null type, because its null would be no member. The rule
 * VariablesInAllowedPosition of graphql-js 16 reports this too, but not where the input object itself is non-null, as in `by: AttendeeLookup!`.
 */
function OneOfVariablesRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: {
      leave(operation) {
        const definitions = new Map(operation.variableDefinitions?.map((definition) => [definition.variable.name.value, definition]));
        for (const { node, parentType } of context.getRecursiveVariableUsages(operation)) {
          const definition = definitions.get(node.name.value);
          if (!definition || definition.type.kind === Kind.NON_NULL_TYPE || !isNonNullType(parentType)) continue;
          const parent = getNullableType(parentType);
          if (!isInputObjectType(parent) || !parent.isOneOf) continue;
          const message = `Variable "$${node.name.value}" is of type "${print(definition.type)}" but must be non-nullable to be used for OneOf Input Object "${parent.name}".`;
          context.reportError(new GraphQLError(message, { nodes: [definition, node] }));
        }
      },
    },
  };
}

/** Apollo Server puts this before the hash. */
const prefix = 'apq:';

/** The texts of automatic persisted queries by their hash, limited by number and by characters. It is a `KeyValueCache` of Apollo Server. */
export class PersistedQueries {
  readonly #texts = new LRUCache<string, string>({
    max: 2000,
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: (text, key) => key.length + text.length,
  });

  /** Returns the text that was registered with this hash. */
  textOf(sha256Hash: string): string | undefined {
    return this.#texts.get(prefix + sha256Hash);
  }

  async get(key: string): Promise<string | undefined> {
    return this.#texts.get(key);
  }

  async set(key: string, text: string): Promise<void> {
    this.#texts.set(key, text);
  }

  async delete(key: string): Promise<boolean> {
    return this.#texts.delete(key);
  }
}
