/* Formats the errors of a response, with turns of the event loop between batches. */

import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { EventLoopTurn } from '../../graph/execution/event-loop-turn.js';
import { type MessageSources, safeErrors } from './safe-message.js';

/**
 * Errors that are formatted before the event loop gets its turn. It exceeds the 50 errors that graphql-js reports for
 * variables, because the safe messages of one variable must be made together.
 */
const batchSize = 100;

/** Returns the errors of a response with safe messages, formatted. Thousands of errors do not block the event loop. */
export async function formattedErrors(
  errors: readonly GraphQLError[],
  sources: MessageSources,
  format: (error: GraphQLError) => GraphQLFormattedError,
  turn: EventLoopTurn,
): Promise<readonly GraphQLFormattedError[]> {
  const formatted: GraphQLFormattedError[] = [];
  for (let from = 0; from < errors.length; from += batchSize) {
    if (turn.spend(batchSize)) await turn.next();
    for (const error of safeErrors(errors.slice(from, from + batchSize), sources)) formatted.push(format(error));
  }
  return formatted;
}
