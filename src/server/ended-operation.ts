/* How an operation, the start of a subscription or one of its events has ended. */

import type { GraphQLFormattedError } from 'graphql';
import { hasOnlyNulls } from '../primitives/values.js';

/** The end of an operation. Without `data`, nothing was executed. */
export interface EndedOperation {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: object | null;
  /** Omitted, as the name is, if the document contains no matching operation. */
  readonly operationType?: OperationType | undefined;
  readonly operationName?: string | null | undefined;
}

export type OperationType = 'query' | 'mutation' | 'subscription' | 'unknown';

/** The result of an operation as a whole; the help text of event_graph_operations_total explains the values. */
export type OperationOutcome = 'ok' | 'partial' | 'failed' | 'refused' | 'rate_limited';

/** Returns the outcome of an operation. Without any root field it has failed, although its data is not null. @param ended undefined if it has thrown */
export function outcomeOf(ended: EndedOperation | undefined): OperationOutcome {
  if (ended === undefined) return 'failed';
  const { data, errors = [] } = ended;
  if (errors.length === 0) return 'ok';
  if (data !== undefined) return data === null || hasOnlyNulls(data) ? 'failed' : 'partial';
  return errors.some((error) => error.extensions?.['code'] === 'RATE_LIMITED') ? 'rate_limited' : 'refused';
}
