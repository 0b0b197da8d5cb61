/* Every check between the validation of an operation and its execution: for both paths of the runner, and for subscriptions. */

import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { OperationCost } from '../../graph/cost/operation-cost.js';
import type { CheckOperation } from '../../graph/cost/operation-limits.js';
import { isPromise } from '../../primitives/is-promise.js';
import type { Admit, Work } from '../work.js';
import type { RequestedDocuments } from './documents/requested-documents.js';
import { refuseInvalidLargeVariables } from './limits/variable-limits.js';
import type { RequestParameters } from './parameters.js';

/** An operation of a valid document. */
export interface ResolvedOperation {
  readonly document: DocumentNode;
  readonly definition: OperationDefinitionNode;
  readonly text: string;
  /** The SHA-256 of the text, in hex. */
  readonly sha256: string;
}

/**
 * Applies every limit to an operation that is about to be executed, and returns its planned cost. A promise only if `admit` returns one.
 * @throws the error that becomes the response
 */
export type CheckBeforeExecution = (
  resolved: ResolvedOperation,
  request: CheckedRequest,
  admit: Admit,
) => OperationCost | Promise<OperationCost>;

/** The parts of a request that the checks need. */
export type CheckedRequest = Pick<Work, 'context'> & { readonly parameters: Pick<RequestParameters, 'variables'> };

export interface CheckOptions {
  readonly schema: GraphQLSchema;
  readonly checkOperation: CheckOperation;
  readonly documents: RequestedDocuments;
}

export function createCheckBeforeExecution({ schema, checkOperation, documents }: CheckOptions): CheckBeforeExecution {
  return ({ document, definition, text, sha256 }, { parameters: { variables = {} }, context: { caller, activities } }, admit) => {
    refuseInvalidLargeVariables(schema, definition, variables);
    const planned = checkOperation(document, definition, variables, activities.ids);
    const admitted = admit(planned, variables);
    const reportDocument = () => documents.reportIfNotTrusted(caller, text, definition.name?.value ?? null, sha256);
    if (isPromise(admitted)) return admitted.then(reportDocument).then(() => planned);
    reportDocument();
    return planned;
  };
}
