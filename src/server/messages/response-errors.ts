/* The errors of a response: with safe messages, formatted, with turns of the event loop between batches. */

import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { EventLoopTurn } from '../../graph/execution/event-loop-turn.js';
import { safeErrors } from './safe-message.js';

/**
 * Formats an error for the response: a GraphQLError whose message is already safe, or the error that failed a whole request. A TypeError, for
 * example, becomes INTERNAL_SERVER_ERROR with an `errorId`. `createErrorFormat` creates the graph's implementation.
 */
export type FormatError = (error: unknown, requestId: string) => GraphQLFormattedError;

export interface ResponseErrorsOptions {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly maxTokens: number;
  readonly turn: EventLoopTurn;
  readonly formatError: FormatError;
}

/** Returns errors as they are sent to the client. Thousands of errors do not block the event loop. */
export type ResponseErrors = (
  errors: readonly GraphQLError[],
  request: {
    readonly requestId: string;
    readonly parameters: { readonly variables: Readonly<Record<string, unknown>> | undefined };
  },
) => Promise<readonly GraphQLFormattedError[]>;

/**
 * Errors that are formatted before the event loop gets its turn. It exceeds the 50 errors that graphql-js reports for
 * variables, because the safe messages of one variable must be made together.
 */
const batchSize = 100;

export function createResponseErrors({ schema, introspection, maxTokens, turn, formatError }: ResponseErrorsOptions): ResponseErrors {
  return async (errors, { requestId, parameters: { variables } }) => {
    const sources = { schema, variables, maxTokens, hideSuggestions: !introspection };
    const formatted: GraphQLFormattedError[] = [];
    for (let from = 0; from < errors.length; from += batchSize) {
      if (turn.spend(batchSize)) await turn.next();
      for (const error of safeErrors(errors.slice(from, from + batchSize), sources)) formatted.push(formatError(error, requestId));
    }
    return formatted;
  };
}
