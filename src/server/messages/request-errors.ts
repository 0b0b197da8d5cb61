/* The errors that end a request before its execution, as errors of GraphQL. */

import { GraphQLError } from 'graphql';

/** Returns an error that the client has caused. Its message is sent as it is. */
export const badInput = (message: string): GraphQLError => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });

/**
 * Returns what a check has thrown as Apollo Server returns what a plugin throws. A response does not contain the message of an error that
 * has no code of its own: `formatError` hides it.
 */
export function asGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}
