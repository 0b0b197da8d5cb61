/*
 * Prepares operations: from a document to an operation that can be executed, once for all requests with the same text
 * and operation name.
 *
 * Apollo Server parses and validates a document, and follows the protocol of automatic persisted queries. A plugin takes the operation from
 * it. Apollo Server executes nothing, formats no error and serves no HTTP. A `PreparedOperation` has the plan and the cost that the limits are
 * checked with.
 */

import { ApolloServer, HeaderMap, type GraphQLRequest } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import {
  getOperationAST,
  type GraphQLError,
  Kind,
  type DocumentNode,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type OperationTypeNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { pino } from 'pino';
import { selectsContentOnly } from '../../graph/access/access.js';
import { costOf, countFields, type CostLimits, type CountedPlan, type OperationCost } from '../../graph/cost/operation-cost.js';
import { planOperation, type OperationPlan } from '../../graph/execution/plan.js';
import { QueryTooComplexError } from '../../records/errors.js';
import { refuseCostlyDocument } from './costly-documents.js';
import { badInput, RefusedRequestError, safeDocumentError } from './request-errors.js';
import { createCoerceVariables, type CoerceVariables, type VariableValues } from './variables.js';

/** The document of a request. */
export interface RequestedDocument {
  /** undefined for a hash only: Apollo Server knows its text, or refuses the request. */
  readonly text: string | undefined;
  /** The hash of an automatic persisted query, for Apollo Server; undefined for a trusted document. */
  readonly hash: string | undefined;
}

/**
 * Prepares the operation that a request selects. A promise only at the first request with it.
 * @throws RefusedRequestError or GraphQLError, also as a rejection
 */
export type Prepare = (requested: RequestedDocument, operationName: string | undefined) => PreparedOperation | Promise<PreparedOperation>;

interface PrepareOptions {
  readonly schema: GraphQLSchema;
  readonly limits: OperationLimits;
  readonly introspection: boolean;
  readonly maxTokens: number;
  /** The memory for prepared operations. */
  readonly maxBytes?: number;
}

/** A parsed document takes about this many bytes for a character of the text, and its plan for a field: fragments multiply fields. */
const bytesPer = { character: 64, field: 1024 };
const defaultMaxBytes = 32 * 1024 * 1024;

/** A valid document, as Apollo Server has parsed it. */
type ValidDocument = Pick<PreparedOperation, 'document' | 'text'>;

/**
 * The context of a request to Apollo Server, which copies it. The plugin puts the document into
 * `found`, or the error that it was refused with.
 */
interface PreparationContext {
  readonly found: { valid?: ValidDocument; error?: Error };
}

/** Apollo Server puts this before the hash of a persisted query. */
const hashPrefix = 'apq:';

export async function startPrepare(options: PrepareOptions): Promise<{ readonly prepare: Prepare; readonly stop: () => Promise<void> }> {
  const { schema, limits, introspection, maxTokens, maxBytes = defaultMaxBytes } = options;
  const persisted = new LRUCache<string, string>({
    max: 2000,
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: (text, key) => key.length + text.length,
  });
  const operations = new LRUCache<string, PreparedOperation>({
    maxSize: maxBytes,
    sizeCalculation: ({ text, storedFields }) => bytesPer.character * text.length + bytesPer.field * storedFields,
    // A subscription uses its operation as long as it lives.
    dispose: (prepared) => prepared.release(),
  });

  const apollo = new ApolloServer<PreparationContext>({
    schema,
    introspection,
    hideSchemaDetailsFromClientErrors: !introspection,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    // It concerns HTTP, which Apollo Server does not handle here: handle.ts refuses content types that avoid the CORS preflight.
    csrfPrevention: false,
    // Fragments that spread each other multiply selections. Other documents have fewer selections than
    // tokens (MAX_TOKENS, 2,000 by default).
    maxRecursiveSelections: 100_000,
    parseOptions: { maxLexicalTokens: maxTokens },
    // graphql-js counts the lines before each error, so that the time of many errors grows with the text.
    validationOptions: { maxErrors: 10 },
    persistedQueries: {
      cache: {
        get: async (key) => persisted.get(key),
        set: async (key, text) => void persisted.set(key, text),
        delete: async (key) => persisted.delete(key),
      },
    },
    documentStore: null,
    // Errors are passed through: they are formatted with the id of the request.
    formatError: (_formatted, error) => error as GraphQLFormattedError,
    // Its lines may quote the document of a caller. What it throws is reported by `formatError`, without the message.
    logger: pino({ level: 'silent' }),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      {
        requestDidStart: async () => ({
          validationDidStart: async ({ document, source }) => refuseCostlyDocument(document, source, maxTokens),
          didResolveOperation: async ({ contextValue: { found }, document, source: text }) => void (found.valid = { document, text }),
          responseForOperation: async () => ({ http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: {} } }),
        }),
        // Apollo Server throws another error in place of one that a hook throws.
        unexpectedErrorProcessingRequest: async ({ requestContext, error }) => void (requestContext.contextValue.found.error = error),
      },
    ],
  });
  await apollo.start();

  /** Parses and validates a document. A hash is registered for its text. @throws RefusedRequestError or GraphQLError */
  const validate = async ({ text, hash }: RequestedDocument): Promise<ValidDocument> => {
    const request: GraphQLRequest = {};
    if (text !== undefined) request.query = text;
    if (hash !== undefined) request.extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
    const found: PreparationContext['found'] = {};
    const { body } = await apollo.executeOperation(request, { contextValue: { found } }).catch((error: unknown) => {
      throw found.error ?? error;
    });
    if (found.valid) return found.valid;
    if (body.kind !== 'single') throw new Error('Unexpected incremental response: nothing was executed.');
    const errors = body.singleResult.errors as readonly GraphQLError[];
    throw new RefusedRequestError(errors.map((error) => safeDocumentError(error, schema, maxTokens, introspection)));
  };

  /** The only operation of a document has one entry, whether requests name it or not: the start prepares trusted documents for both. */
  const find = (text: string, operationName: string | undefined): PreparedOperation | undefined => {
    const only = operations.get(keyOf(text));
    if (operationName === undefined || only?.operation.name?.value === operationName) return only;
    return only ? undefined : operations.get(keyOf(text, operationName));
  };

  const prepareAnew = async (requested: RequestedDocument, operationName: string | undefined): Promise<PreparedOperation> => {
    const { document, text } = await validate(requested);
    // Another request may have prepared it meanwhile.
    const known = find(text, operationName);
    if (known) return known;
    const operation = getOperationAST(document, operationName);
    if (!operation) throw badInput(noOperation(document, operationName));
    const key = keyOf(text, getOperationAST(document) ? undefined : operationName);
    const prepared = new PreparedOperation(document, operation, text, schema, limits, introspection);
    operations.set(key, prepared);
    if (!operations.has(key)) prepared.release();
    return prepared;
  };

  return {
    prepare(requested, operationName) {
      const { text: given, hash } = requested;
      const registered = hash === undefined ? undefined : persisted.get(hashPrefix + hash);
      const text = given ?? registered;
      const known = text === undefined ? undefined : find(text, operationName);
      const mayRegister = hash !== undefined && registered === undefined;
      return known && !mayRegister ? known : prepareAnew(requested, operationName);
    },
    stop: () => apollo.stop(),
  };
}

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
  /** The fields of the stored plan, which take memory; 0 if the plan is made for each request. */
  readonly storedFields: number;
  #stored: CountedPlan | null;
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
    this.storedFields = this.#stored?.size ?? 0;
  }

  get type(): OperationTypeNode {
    return this.operation.operation;
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

  /** Releases the memory of the plan. Later requests make it again. */
  release(): void {
    this.#stored = this.#last = null;
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
