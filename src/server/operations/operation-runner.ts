/* The runner of operations over HTTP. */

import type { GraphContext } from '../../graph/context.js';
import { isPromise } from '../../primitives/is-promise.js';
import { asGraphQLError } from '../messages/request-errors.js';
import type { FormatError, ResponseErrors } from '../messages/response-errors.js';
import type { Admit, Runner } from '../work.js';
import { startApolloServer, type ApolloOptions } from './apollo-server.js';
import type { RequestedDocument, RequestedDocuments } from './documents/requested-documents.js';
import { createFormatResult } from './format-result.js';
import { KnownQueries, type KnownQuery } from './known-queries.js';
import { DocumentsWithinLimits } from './limits/documents-within-limits.js';
import type { FindStoredResponse, Operation, OperationResult } from './operation.js';
import type { RequestParameters } from './parameters.js';
import { SharedResults } from './shared-results.js';

export interface OperationRunnerOptions extends ApolloOptions {
  readonly documents: RequestedDocuments;
  readonly responseErrors: ResponseErrors;
  readonly formatError: FormatError;
  /** False: each query is executed on its own. */
  readonly shareResults: boolean;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export interface StartedOperationRunner {
  readonly run: Runner<Operation, OperationResult>;
  readonly storedResponse: FindStoredResponse;
  stop(): Promise<void>;
}

/**
 * Starts the runner of operations over HTTP, with its Apollo Server.
 *
 * - **First request of a document.** It passes through Apollo Server, which parses and validates it. So do all mutations, automatic
 *   persisted queries, documents that graphql-js has to execute, and variables that do not fit their types.
 * - **Further requests.** A query that Apollo Server has validated is known, and skips it. The same checks and the same executor follow
 *   as in its plugins, so the result is the same. This saves about as much time as node:http takes for the request.
 *
 * With EXECUTOR=graphql-js, a known query passes the checks and may share a result, and then passes Apollo Server, whose graphql-js executes it.
 *
 * test/known-queries runs the tests of queries over HTTP with every query on either path.
 */
export async function startOperationRunner(options: OperationRunnerOptions): Promise<StartedOperationRunner> {
  const { schema, maxTokens, executeAsText, documents, checkBeforeExecution, responseErrors, formatError, shareResults, now } = options;
  const apollo = await startApolloServer(options);
  const formatResult = createFormatResult(schema, responseErrors);
  const withinLimits = new DocumentsWithinLimits(maxTokens);
  const known = new KnownQueries(schema);
  const shared = shareResults ? new SharedResults(now) : null;

  /** Returns the document that a request names by id, hash or text, or the error for which it is refused before it is parsed. */
  const findRequested = (parameters: RequestParameters, { caller }: GraphContext): RequestedDocument | Error => {
    try {
      return documents.find(parameters, caller);
    } catch (error) {
      return error as Error;
    }
  };
  const throughApollo = async (operation: Operation, requested: RequestedDocument, admit: Admit | null): Promise<OperationResult> => {
    const executed = await apollo.execute(operation, requested, admit);
    if (executed.resolved) known.add(executed.resolved, operation.parameters.operationName);
    return formatResult(operation, executed);
  };
  const executeKnown = async (operation: Operation, requested: RequestedDocument, resolved: KnownQuery): Promise<OperationResult> => {
    const { parameters, context } = operation;
    const { document, operation: definition } = resolved;
    const execution = executeAsText({ document, operation: definition, variables: parameters.variables, context });
    if (execution === null) return throughApollo(operation, requested, null);
    const { data, errors } = await execution;
    return formatResult(operation, { data, errors, resolved });
  };
  const runKnown = async (
    operation: Operation,
    requested: RequestedDocument,
    resolved: KnownQuery,
    admit: Admit,
  ): Promise<OperationResult> => {
    try {
      const checking = checkBeforeExecution(resolved, operation, admit);
      if (isPromise(checking)) await checking;
    } catch (error) {
      return formatResult(operation, { errors: [asGraphQLError(error)], resolved });
    }
    const execute = () => executeKnown(operation, requested, resolved);
    if (shared === null) return execute();
    return shared.run(operation, resolved.contentOnly, {
      execute,
      share: (data) => formatResult(operation, { data, resolved }),
    });
  };

  return {
    stop: () => apollo.stop(),
    storedResponse: (caller, method, text) => shared?.storedResponse(caller, method, text) ?? null,
    async run(operation, admit) {
      const { parameters, context, requestId } = operation;
      const requested = findRequested(parameters, context);
      if (requested instanceof Error) return { errors: [formatError(requested, requestId)], wrongMethod: false };
      const { text, extensions, trusted } = requested;
      if (text !== undefined && extensions?.['persistedQuery'] === undefined) {
        const resolved = known.find(text, parameters.operationName);
        if (resolved) return runKnown(operation, requested, resolved, admit);
      }
      const violation = text === undefined || trusted?.document ? null : withinLimits.violation(text);
      if (violation) return { errors: [formatError(violation, requestId)], wrongMethod: false };
      return throughApollo(operation, requested, admit);
    },
  };
}
