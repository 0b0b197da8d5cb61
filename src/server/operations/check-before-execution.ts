/* Every check between the validation of an operation and its execution, for both paths of the runner. */

import { type DocumentNode, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { CheckOperation } from '../../graph/cost/operation-limits.js';
import type { Operation } from './operation.js';
import type { RequestedDocuments } from './documents/requested-documents.js';
import { rejectInvalidLargeVariables } from './limits/variable-limits.js';

/** An operation of a valid document. */
export interface ResolvedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly text: string;
  /** The SHA-256 of the text, in hex. */
  readonly sha256: string;
}

/**
 * Applies every limit to an operation that is about to be executed. A promise only if the rate limit is shared.
 * @throws the error that becomes the response
 */
export type CheckBeforeExecution = (resolved: ResolvedOperation, request: Operation) => void | Promise<void>;

export interface CheckOptions {
  readonly schema: GraphQLSchema;
  /** Computes the cost of an operation. Throws if it exceeds a limit. */
  readonly check: CheckOperation;
  readonly documents: RequestedDocuments;
}

export function checkBeforeExecution({ schema, check, documents }: CheckOptions): CheckBeforeExecution {
  return ({ document, operation, text, sha256 }, { parameters: { variables = {} }, admit, context: { caller, activities } }) => {
    rejectSubscription(operation);
    rejectInvalidLargeVariables(schema, operation, variables);
    const planned = check(document, operation, variables, activities.defaultId);
    const admitted = admit?.(planned, variables);
    const report = () => documents.reportIfNotTrusted(caller, text, operation.name?.value ?? null, sha256);
    return admitted ? admitted.then(report) : report();
  };
}

function rejectSubscription(operation: OperationDefinitionNode): void {
  if (operation.operation !== 'subscription') return;
  throw new GraphQLError('Subscriptions are served over WebSocket at /graphql, and as server-sent events at POST /graphql/stream.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
}
