import type { GraphQLFormattedError } from 'graphql';
import type { GraphContext } from '../../graph/context.js';
import type { OperationCost } from '../../graph/cost/operation-cost.js';
import type { HttpRequest } from '../http/handler.js';
import type { Parameters } from './parameters.js';

/*
 * The interface that Apollo Server and the wrappers around it implement (traced, measured, rateLimited, audited); server.ts lists them.
 */

/** One GraphQL operation to run. */
export interface Operation {
  readonly requestId: string;
  /** The HTTP method. */
  readonly method: string;
  readonly parameters: Parameters;
  /** The headers of the HTTP request. */
  readonly headers: HttpRequest['headers'];
  readonly context: GraphContext;
  /** Called before execution with the planned cost. @throws RateLimitedError if the caller must wait */
  readonly admit?: (planned: OperationCost, variables: Readonly<Record<string, unknown>>) => void | Promise<void>;
}

/** The result of an operation. Without `data`, nothing was executed. */
export interface Outcome {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: Record<string, unknown> | null;
  readonly extensions?: Record<string, unknown>;
  /** True for a mutation or a subscription that was requested by GET. */
  readonly wrongMethod: boolean;
  /** Root type and name of the operation. Missing if the document contains no matching operation. */
  readonly kind?: RootKind;
  readonly operationName?: string | null;
  /** Time for which the caller's own cache may reuse the response. Missing: not at all. */
  readonly maxAgeSeconds?: number;
}

export type RootKind = 'query' | 'mutation' | 'subscription' | 'unknown';

export interface Operations {
  run(operation: Operation): Promise<Outcome>;
  /** Stops Apollo Server. Operations that are still in progress are abandoned; the audit records them. */
  stop(): Promise<void>;
}
