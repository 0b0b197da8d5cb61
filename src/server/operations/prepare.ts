/*
 * Prepares operations: from the text of a document to an operation that can be executed, once for all requests with the same text and
 * operation name. graphql-js parses and validates the document.
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
  type ValidationRule,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { toError } from '../../primitives/values.js';
import { refuseCostlyDocument } from './costly-documents.js';
import { PreparedOperation, type OperationLimits } from './prepared-operation.js';
import { badInput, RefusedRequestError, safeSyntaxError, safeValidationError } from './request-errors.js';

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

/** A parsed document takes about this many bytes for a character of the text, and its plan for a field: fragments multiply fields. */
const bytesPer = { character: 64, field: 1024 };
const defaultMaxBytes = 32 * 1024 * 1024;

/** graphql-js counts the lines before each error, so that the time of many errors grows with the text. */
const maxErrors = 10;

export function createPrepare({ schema, limits, introspection, maxTokens, maxBytes = defaultMaxBytes }: PrepareOptions): Prepare {
  const operations = new LRUCache<string, PreparedOperation>({
    maxSize: maxBytes,
    sizeCalculation: ({ text, storedFields }) => bytesPer.character * text.length + bytesPer.field * storedFields,
    // A subscription uses its operation as long as it lives.
    dispose: (prepared) => prepared.release(),
  });
  const rules = introspection ? specifiedRules : [...specifiedRules, noIntrospection];

  const parsed = (text: string): DocumentNode => {
    try {
      return parse(text, { maxLexicalTokens: maxTokens });
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
    if (operationName === undefined || only?.operation.name?.value === operationName) return only;
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
    if (!operations.has(key)) prepared.release();
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
