/*
 * The types of the work that the server does for callers, which is an operation, the start of a subscription or one of its events, and of the
 * runners that do it. runner-wrappers.ts puts every runner inside the same wrappers.
 */

import type { GraphQLFormattedError } from 'graphql';
import type { GraphContext } from '../graph/context.js';
import type { OperationCost } from '../graph/cost/operation-cost.js';
import type { HttpRequest } from './http/handler.js';
import type { RequestParameters } from './operations/parameters.js';

/**
 * One piece of work for a caller: an operation over HTTP, the start of a subscription, or the execution of one of its events. A subscription
 * that sends five events, for example, is six pieces of work: its start, and each event.
 */
export type Work = OperationWork | SubscriptionWork;

export interface OperationWork extends WorkBase {
  readonly role: 'operation';
}

export interface SubscriptionWork extends WorkBase {
  readonly role: 'start' | 'event';
  /** The subscription: the same object in its start and in each of its events. */
  readonly subscription: object;
}

interface WorkBase {
  readonly requestId: string;
  readonly parameters: Pick<RequestParameters, 'operationName'>;
  readonly headers: HttpRequest['headers'];
  readonly context: GraphContext;
}

/** The result of work. Without `data`, nothing was executed. */
export interface WorkResult {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: object | null;
  /** Omitted, as the name is, if the document contains no matching operation. */
  readonly operationType?: OperationType;
  readonly operationName?: string | null;
}

export type OperationType = 'query' | 'mutation' | 'subscription' | 'unknown';

/**
 * Applies the rate limit to work with its planned cost. A promise only if processes share the limit. If the work plans 20 calls, for example,
 * and the caller has 5 left, it throws.
 * @throws RateLimitedError if the caller must wait
 */
export type Admit = (planned: OperationCost, variables: Readonly<Record<string, unknown>>) => void | Promise<void>;

/**
 * Runs work of one role. It calls `admit` once it knows the planned cost, and executes nothing before. The runner of operations, for example,
 * parses the document, calls `admit` with the cost of the selected operation, executes that, and returns its data and errors.
 */
export type Runner<W extends Work, R extends WorkResult> = (work: W, admit: Admit) => Promise<R>;

/** A runner inside wrappers, one of which admits the work. So `POST /graphql`, for example, calls it with the operation and nothing else. */
export type WrappedRunner<W extends Work, R extends WorkResult> = (work: W) => Promise<R>;

/** Puts a runner inside all wrappers: `wrap(runner)` runs the same work, and adds rate limit, audit, metrics and span. */
export type Wrap = <W extends Work, R extends WorkResult>(runner: Runner<W, R>) => WrappedRunner<W, R>;
