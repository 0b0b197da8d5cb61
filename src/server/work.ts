import type { GraphQLFormattedError } from 'graphql';

/** How an operation, the start of a subscription or one of its events has ended. Without `data`, nothing was executed. */
export interface EndedWork {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: object | null;
  /** Omitted, as the name is, if the document contains no matching operation. */
  readonly operationType?: OperationType;
  readonly operationName?: string | null;
}

export type OperationType = 'query' | 'mutation' | 'subscription' | 'unknown';

/** The result of an operation as a whole; the help text of event_graph_operations_total explains the values. */
export type OperationOutcome = 'ok' | 'partial' | 'failed' | 'refused' | 'rate_limited';

/** Returns the outcome of work as a whole. @param ended undefined if it has thrown */
export function outcomeOf(ended: EndedWork | undefined): OperationOutcome {
  if (ended === undefined) return 'failed';
  const { data, errors = [] } = ended;
  if (errors.length === 0) return 'ok';
  if (data !== undefined) return data === null ? 'failed' : 'partial';
  return errors.some((error) => error.extensions?.['code'] === 'RATE_LIMITED') ? 'rate_limited' : 'refused';
}
