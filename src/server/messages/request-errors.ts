/* The errors that end a request before its execution, as errors of GraphQL. */

import { GraphQLError, type ASTNode } from 'graphql';
import { toError } from '../../primitives/values.js';

/** Returns an error that the client has caused. Its message is sent as it is. */
export const badInput = (message: string): GraphQLError => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });

/** A document that is refused before graphql-js validates it. The message quotes nothing of the document, so it is sent as it is. */
export class RefusedDocumentError extends GraphQLError {
  constructor(message: string, code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED', nodes?: ASTNode) {
    super(message, { ...(nodes && { nodes }), extensions: { code } });
  }
}

/** Gives a copy of an error the location of the original. graphql-js would count the lines of the document again. @returns the copy */
export function locatedAs({ nodes, source, positions, locations }: GraphQLError, copy: GraphQLError): GraphQLError {
  return Object.assign(copy, { nodes, source, positions, locations });
}

/** A request is refused for several errors at once, such as those of an invalid document. */
export class RefusedRequestError extends Error {
  override readonly name = 'RefusedRequestError';
  /** @param errors as graphql-js and Apollo Server return them: `createResponseErrors` makes them safe */
  constructor(readonly errors: readonly GraphQLError[]) {
    super('The request is refused.');
  }
}

/** Returns what a step of a request has thrown as errors of GraphQL. `formatError` decides whether the response contains the message. */
export function errorsOf(error: unknown): readonly GraphQLError[] {
  if (error instanceof RefusedRequestError) return error.errors;
  if (error instanceof GraphQLError) return [error];
  const originalError = toError(error);
  return [new GraphQLError(originalError.message, { originalError })];
}

/** The messages about automatic persisted queries, by the words of Apollo Server for the same faults. */
export const persistedQueryMessages = {
  'Unsupported persisted query version': '"extensions.persistedQuery.version" must be 1.',
  'provided sha does not match query': '"extensions.persistedQuery.sha256Hash" must be the SHA-256 of "query" in hex.',
} as const;
