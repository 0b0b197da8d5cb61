import type { GraphQLFormattedError } from 'graphql';
import type { GraphContext, OperationReads, UsageCounts } from '../../graph/context.js';
import type { OperationCost } from '../../graph/cost/operation-cost.js';
import type { HttpRequest } from '../http/handler.js';
import type { Caller } from '../../model/caller.js';
import type { HeldCancellation } from './held-cancellation.js';
import type { Parameters } from './parameters.js';
import type { SharedData } from '../http/shared-data.js';

/** One GraphQL operation to run: its request, its context, and how it is admitted. */
export interface Operation {
  readonly requestId: string;
  /** The HTTP method. */
  readonly method: string;
  /** The body or the query string that the parameters were read from. */
  readonly text: string;
  readonly parameters: Parameters;
  /** The headers of the HTTP request. */
  readonly headers: HttpRequest['headers'];
  readonly context: GraphContext;
  /** The signal of the context. */
  readonly cancellation: HeldCancellation;
  /** Called before execution with the planned cost. @throws RateLimitedError if the caller must wait */
  readonly admit?: (planned: OperationCost, variables: Readonly<Record<string, unknown>>) => void | Promise<void>;
}

/** The result of an operation. Without `data`, nothing was executed. */
export interface OperationResult {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: Record<string, unknown> | null;
  /** The data in the form that several requests share. `data` is omitted if the operation was not executed for this request. */
  readonly shared?: SharedData;
  readonly extensions?: Record<string, unknown>;
  /** True for a mutation or a subscription that was requested by GET. */
  readonly wrongMethod: boolean;
  /** Root type and name of the operation. Omitted: the document contains no matching operation. */
  readonly kind?: RootKind;
  readonly operationName?: string | null;
  /** Time for which the caller's own cache may reuse the response. Omitted: not at all. */
  readonly maxAgeSeconds?: number;
}

export type RootKind = 'query' | 'mutation' | 'subscription' | 'unknown';

/** The response of an earlier operation that later requests get as well, and the reads that it replaces. */
export interface StoredResponse extends OperationResult {
  readonly shared: SharedData;
  readonly reads: OperationReads;
  readonly usage: UsageCounts;
}

/** Runs operations. operation-runner.ts does; server.ts lists the wrappers around it: traced, measured, rateLimited, audited. */
export interface OperationRunner {
  run(operation: Operation): Promise<OperationResult>;
  /**
   * Returns the stored response of an equal request, or null if the operation has to be run.
   * @param text the body or the query string of the request
   */
  storedResponse(caller: Caller, method: string, text: string): StoredResponse | null;
  /** Stops Apollo Server. Operations that are still in progress are abandoned; the audit records them. */
  stop(): Promise<void>;
}
