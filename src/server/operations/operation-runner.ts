/* The runner of operations over HTTP. */

import type { GraphContext } from '../../graph/context.js';
import type { Caller } from '../../model/caller.js';
import { isPromise } from '../../primitives/is-promise.js';
import { asGraphQLError } from '../messages/request-errors.js';
import type { FormatError, ResponseErrors } from '../messages/response-errors.js';
import type { Admit } from '../work.js';
import { startApolloServer, type ApolloOptions, type StartedApolloServer } from './apollo-server.js';
import type { RequestedDocument, RequestedDocuments } from './documents/requested-documents.js';
import { createFormatResult, type FormatResult } from './format-result.js';
import { KnownQueries, type KnownQuery } from './known-queries.js';
import { DocumentsWithinLimits } from './limits/documents-within-limits.js';
import type { Operation, OperationResult, StoredResponse } from './operation.js';
import type { RequestParameters } from './parameters.js';
import { SharedResults } from './shared-results.js';

export interface OperationRunnerOptions extends ApolloOptions {
  readonly documents: RequestedDocuments;
  readonly responseErrors: ResponseErrors;
  readonly formatError: FormatError;
  /** False: each query is executed on its own. */
  readonly shareResults: boolean;
  /** Milliseconds of the cache's monotonic clock. */
  readonly now: () => number;
}

/** Starts the runner of operations over HTTP, with its Apollo Server. */
export async function startOperationRunner(options: OperationRunnerOptions): Promise<OperationRunner> {
  return new OperationRunner(options, await startApolloServer(options));
}

/**
 * Runs operations over HTTP.
 *
 * - **First request of a document.** It passes through Apollo Server, which parses and validates it. So do all mutations and
 *   automatic persisted queries.
 * - **Further requests.** A query that Apollo Server has validated is known, and skips it. The same checks and the same executor follow
 *   as in its plugins, so the result is the same. This saves about as much time as node:http takes for the request.
 *
 * test/known-queries runs the tests of queries over HTTP with every query on either path.
 */
class OperationRunner {
  readonly #withinLimits: DocumentsWithinLimits;
  readonly #known: KnownQueries;
  readonly #shared: SharedResults | null;
  readonly #formatResult: FormatResult;

  constructor(
    private readonly options: OperationRunnerOptions,
    private readonly apollo: StartedApolloServer,
  ) {
    const { schema, maxTokens, responseErrors, shareResults, now } = options;
    this.#withinLimits = new DocumentsWithinLimits(maxTokens);
    this.#known = new KnownQueries(schema);
    this.#shared = shareResults ? new SharedResults(now) : null;
    this.#formatResult = createFormatResult(schema, responseErrors, now);
  }

  async run(operation: Operation, admit: Admit): Promise<OperationResult> {
    const { parameters, context } = operation;
    const requested = this.#findRequested(parameters, context);
    if (requested instanceof Error) return this.#refused(requested, operation);
    const { text, extensions, trusted } = requested;
    if (text !== undefined && extensions?.['persistedQuery'] === undefined) {
      const resolved = this.#known.find(text, parameters.operationName);
      if (resolved) return this.#runKnown(operation, resolved, admit);
    }
    const violation = text === undefined || trusted?.document ? null : this.#withinLimits.violation(text);
    if (violation) return this.#refused(violation, operation);
    return this.#throughApollo(operation, requested, admit);
  }

  /** Returns the stored response of an equal request; null if there is none, or if results are not shared. */
  findStoredResponse(caller: Caller, method: string, requestText: string): StoredResponse | null {
    return this.#shared?.findStoredResponse(caller, method, requestText) ?? null;
  }

  stop(): Promise<void> {
    return this.apollo.stop();
  }

  /** Returns the document that a request names by id, hash or text, or the error for which it is refused before it is parsed. */
  #findRequested(parameters: RequestParameters, { caller }: GraphContext): RequestedDocument | Error {
    try {
      return this.options.documents.find(parameters, caller);
    } catch (error) {
      return error as Error;
    }
  }

  #refused(error: Error, { requestId }: Operation): OperationResult {
    return { errors: [this.options.formatError(error, requestId)], wrongMethod: false };
  }

  async #runKnown(operation: Operation, resolved: KnownQuery, admit: Admit): Promise<OperationResult> {
    try {
      const checking = this.options.checkBeforeExecution(resolved, operation, admit);
      if (isPromise(checking)) await checking;
    } catch (error) {
      return this.#formatResult(operation, { errors: [asGraphQLError(error)], resolved });
    }
    const execute = () => this.#executeKnown(operation, resolved);
    if (this.#shared === null) return execute();
    return this.#shared.run(operation, resolved.contentOnly, {
      execute,
      share: (data) => this.#formatResult(operation, { data, resolved }),
    });
  }

  async #executeKnown(operation: Operation, resolved: KnownQuery): Promise<OperationResult> {
    const { parameters, context } = operation;
    const { document, definition } = resolved;
    const request = { document, operation: definition, variables: parameters.variables, context };
    const { data, errors } = await this.options.executeAsText(request);
    return this.#formatResult(operation, { data, errors, resolved });
  }

  async #throughApollo(operation: Operation, requested: RequestedDocument, admit: Admit): Promise<OperationResult> {
    const executed = await this.apollo.execute(operation, requested, admit);
    if (executed.resolved) this.#known.add(executed.resolved, operation.parameters.operationName);
    return this.#formatResult(operation, executed);
  }
}
