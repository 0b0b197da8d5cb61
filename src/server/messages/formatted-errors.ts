import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { EventLoopTurn } from '../../graph/execution/event-loop-turn.js';
import { type MessageSources, safeErrors } from './safe-message.js';

/** So many errors are formatted between two looks at the clock. More than GraphQL reports of the variables, whose messages are made together. */
const atATime = 100;

/** The errors of a response, safe to be sent. Thousands of them do not hold the event loop. */
export async function formattedErrors(
  errors: readonly GraphQLError[],
  sources: MessageSources,
  format: (error: GraphQLError) => GraphQLFormattedError,
  turn: EventLoopTurn,
): Promise<readonly GraphQLFormattedError[]> {
  const formatted: GraphQLFormattedError[] = [];
  for (let from = 0; from < errors.length; from += atATime) {
    if (turn.spend(atATime)) await turn.next();
    for (const error of safeErrors(errors.slice(from, from + atATime), sources)) formatted.push(format(error));
  }
  return formatted;
}
