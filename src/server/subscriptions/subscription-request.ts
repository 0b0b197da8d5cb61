import type { ExecutionArgs, OperationDefinitionNode } from 'graphql';
import type { OperationCost } from '../../graph/cost/operation-cost.js';
import type { Caller } from '../../model/caller.js';
import type { HttpRequest } from '../http/handler.js';
import type { RequestParameters } from '../operations/parameters.js';

/** The request that starts a subscription, over a WebSocket or by server-sent events. */
export interface SubscriptionRequest extends Subscription {
  readonly parameters: RequestParameters;
}

/** A subscription, as it stays in memory as long as it lives: without the parameters of its request, which can be large. */
export interface Subscription {
  readonly requestId: string;
  readonly caller: Caller;
  /** The headers of the HTTP request, or of the one that opened the WebSocket. */
  readonly headers: HttpRequest['headers'];
  /** Aborts when the subscriber has left: it has disconnected, or ended the subscription. */
  readonly signal: AbortSignal;
}

/** A subscription that has passed its checks. */
export interface CheckedSubscription {
  /** Of the variables that the request contained, they have those that the operation declares. */
  readonly args: ExecutionArgs;
  readonly operation: OperationDefinitionNode;
  /** The cost of the subscription with one event. */
  readonly planned: OperationCost;
}
