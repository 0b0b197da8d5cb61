/* Parsing and validation of the documents that Apollo Server does not parse: subscriptions, and documents that are checked at the start. */

import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { RefusedDocumentError, withCode } from '../../messages/request-errors.js';
import { refuseConditionalSubscriptions } from '../limits/conditional-subscriptions.js';
import { refuseManyLines, refuseRepeatedFields } from '../limits/document-limits.js';
import { OneOfVariablesRule } from './one-of-variables.js';

export interface DocumentRules {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly maxTokens: number;
}

/** Rules beyond those of graphql-js. */
export const furtherRules = [OneOfVariablesRule];
/** graphql-js counts the lines before each error, so that the time of many errors grows with the text. */
export const validationOptions = { maxErrors: 10 };

/**
 * Parses and validates a document where Apollo Server does not. Its limit of recursive selections is left out, because graph/cost counts a fragment
 * at each place where it is spread.
 * @returns the document, or its errors with their codes
 */
export function validDocument(text: string, { schema, introspection, maxTokens }: DocumentRules): DocumentNode | readonly GraphQLError[] {
  let document: DocumentNode;
  try {
    refuseManyLines(text, maxTokens);
    document = parse(text, { maxLexicalTokens: maxTokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return [error instanceof RefusedDocumentError ? error : withCode(error, 'GRAPHQL_PARSE_FAILED')];
  }
  try {
    refuseRepeatedFields(document);
    refuseConditionalSubscriptions(document);
  } catch (error) {
    if (!(error instanceof RefusedDocumentError)) throw error;
    return [error];
  }
  const rules = [...specifiedRules, ...furtherRules, ...(introspection ? [] : [NoSchemaIntrospectionCustomRule])];
  const errors = validate(schema, document, rules, validationOptions);
  return errors.length === 0 ? document : errors.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
}
