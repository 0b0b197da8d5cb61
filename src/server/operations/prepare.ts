/*
 * From a document to its prepared operation: graphql-js parses and validates the document, once for all requests with the same text and operation
 * name. The `PreparedOperation` has the plan, and the cost that the limits are checked with.
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
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { selectsContentOnly } from '../../graph/access/access.js';
import { costOf, countFields, type CostLimits, type CountedPlan, type OperationCost } from '../../graph/cost/operation-cost.js';
import { planOperation, type OperationPlan } from '../../graph/execution/plan.js';
import { toError } from '../../primitives/values.js';
import { QueryTooComplexError } from '../../records/errors.js';
import { refuseCostlyDocument } from './costly-documents.js';
import { badInput, RefusedRequestError, safeSyntaxError, safeValidationError } from './request-errors.js';
import { createCoerceVariables, type CoerceVariables, type VariableValues } from './variables.js';

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
