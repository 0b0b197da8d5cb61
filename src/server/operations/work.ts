/* The work that the server does for callers, its runners, and what wraps every runner. */

import type { GraphQLFormattedError } from 'graphql';
import type { GraphContext, UsageCounts } from '../../graph/context.js';
import type { OperationCost } from '../../graph/cost/operation-cost.js';
import type { Caller } from '../../model/caller.js';
import type { HttpRequest } from '../http/handler.js';
import type { Parameters } from './parameters.js';

/** One piece of work for a caller: an operation over HTTP, the start of a subscription, or the execution of one of its events. */
export type Work = OperationWork | SubscriptionWork;

export interface OperationWork extends WorkBase {
  readonly role: 'operation';
}

/** Work for a subscription. */
export interface SubscriptionWork extends WorkBase {
  readonly role: 'start' | 'event';
  /** The subscription: the same object in its start and in each of its events. */
  readonly subscription: object;
}

interface WorkBase {
  readonly requestId: string;
  readonly parameters: Pick<Parameters, 'operationName'>;
  /** The headers of the HTTP request. */
  readonly headers: HttpRequest['headers'];
  readonly context: GraphContext;
  /** Called before execution with the planned cost. @throws RateLimitedError if the caller must wait */
  readonly admit?: (planned: OperationCost, variables: Readonly<Record<string, unknown>>) => void | Promise<void>;
}

/** The result of work. Without `data`, nothing was executed. */
export interface WorkResult {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: Record<string, unknown> | null;
  /** Root type and name of the operation. Omitted: the document contains no matching operation. */
  readonly kind?: RootKind;
  readonly operationName?: string | null;
}

export type RootKind = 'query' | 'mutation' | 'subscription' | 'unknown';

/** Runs work of one role. */
export interface Runner<W extends Work, R extends WorkResult> {
  run(work: W): Promise<R>;
  /**
   * Returns the stored response of an equal request, or null if the work has to be run.
   * @param text the body or the query string of the request
   */
  storedResponse(caller: Caller, method: string, text: string): (R & { readonly usage: UsageCounts }) | null;
  /** Stops what runs the work. Work that is still in progress is abandoned; the audit records it. */
  stop(): Promise<void>;
}

/** Returns a runner that does more than the one inside it: admits work, or accounts for it. server/wrappers.ts lists all. */
export type Wrap = <W extends Work, R extends WorkResult>(runner: Runner<W, R>) => Runner<W, R>;
