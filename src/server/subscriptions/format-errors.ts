/* The errors of subscriptions. */

import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { EventLoopTurn } from '../../graph/execution/event-loop-turn.js';
import { EventGraphError } from '../../model/errors.js';
import { formattedErrors } from '../messages/formatted-errors.js';
import type { SubscriptionRequest } from './subscription-request.js';

export interface FormatErrorsOptions {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly maxTokens: number;
  readonly turn: EventLoopTurn;
  readonly formatError: (error: unknown, requestId: string) => GraphQLFormattedError;
}

/** Returns errors with safe messages, as they are sent to the client. */
export type FormatErrors = (
  errors: readonly GraphQLError[],
  request: Pick<SubscriptionRequest, 'requestId' | 'parameters'>,
) => Promise<readonly GraphQLFormattedError[]>;

export function createFormatErrors({ schema, introspection, maxTokens, turn, formatError }: FormatErrorsOptions): FormatErrors {
  return (errors, { requestId, parameters: { variables } }) => {
    const sources = { schema, variables, maxTokens, hideSuggestions: !introspection };
    return formattedErrors(errors, sources, (error) => formatError(error, requestId), turn);
  };
}

/** Returns an error that the client has caused. */
export const badInput = (message: string): GraphQLError => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });

/** Returns what a start has thrown as an error of GraphQL. */
export function asGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : null;
  const message = originalError instanceof EventGraphError ? originalError.message : 'The subscription cannot start.';
  return new GraphQLError(message, { originalError });
}
