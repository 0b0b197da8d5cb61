/* Subscriptions over both transports, WebSocket and event stream. */

import type { ExecutionArgs, FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import type { CreateGraphContext } from '../../graph/context.js';
import { Cancellation } from '../../primitives/cancellation.js';
import type { Wrap } from '../work.js';
import { createEventRunner, type EventOptions } from './event-runner.js';
import { mapAsyncIterator } from './map-async-iterator.js';
import { createStartRunner, type StartOptions } from './start-runner.js';
import type { CheckedSubscription, Subscription, SubscriptionRequest } from './subscription-request.js';

export interface SubscriptionOptions extends StartOptions, EventOptions {
  readonly createContext: CreateGraphContext;
  /** Adds admission and accounting, by the same wrappers as for operations over HTTP. */
  readonly wrap: Wrap;
}

/** A subscription that has passed its checks, with what its client receives. */
export interface StartedSubscription {
  readonly args: ExecutionArgs;
  readonly operationName: string | null;
  /** A result for each event. */
  readonly results: AsyncIterableIterator<FormattedExecutionResult>;
}

/** A subscription that a check or its field has refused. */
export interface RefusedSubscription {
  readonly operationName: string | null;
  readonly errors: readonly GraphQLFormattedError[];
}

/** Returns the refusal of a subscription that is not started. */
export const refusal = (message: string, extensions: Readonly<Record<string, unknown>>): RefusedSubscription => ({
  operationName: null,
  errors: [{ message, extensions }],
});

/**
 * Starts a subscription without a call to the service. The event stream is subscribed to, and ends with `return` of the results. This also
 * ends an event that waits for the rate limit or is executed, as if the subscriber had disconnected.
 */
export type StartSubscription = (request: SubscriptionRequest) => Promise<StartedSubscription | RefusedSubscription>;

/** Returns the function that starts subscriptions, for both transports. */
export function createStartSubscription({ wrap, createContext, ...options }: SubscriptionOptions): StartSubscription {
  const runStart = wrap(createStartRunner(options));
  const runEvent = wrap(createEventRunner(options));

  const execute = async (subscription: Subscription, checked: CheckedSubscription, event: unknown) => {
    const { requestId, caller, headers, signal } = subscription;
    const parameters = { operationName: checked.operation.name?.value };
    const cancellation = new Cancellation();
    const cancel = () => cancellation.abort('cancelled');
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    const context = createContext({ caller, signal: cancellation });
    try {
      const work = { requestId, headers, parameters, context, subscription, checked, event, cancellation };
      const { data, errors, extensions } = await runEvent({ role: 'event', ...work });
      return { ...(errors && { errors }), ...(data !== undefined && { data }), ...(extensions && { extensions }) };
    } finally {
      signal.removeEventListener('abort', cancel);
      cancellation.end();
    }
  };
  return async (request) => {
    const { requestId, caller, headers, parameters } = request;
    const left = new AbortController();
    const leave = () => left.abort();
    if (request.signal.aborted) leave();
    else request.signal.addEventListener('abort', leave, { once: true });
    const subscription: Subscription = { requestId, caller, headers, signal: left.signal };
    const context = createContext({ caller, signal: left.signal });
    const start = await runStart({ role: 'start', subscription, requestId, headers, parameters, context });
    const { operationName = parameters.operationName ?? null, started, errors = [] } = start;
    if (started === undefined) return { operationName, errors };
    const { checked, events } = started;
    const executed = (event: unknown) => execute(subscription, checked, event);
    return { args: checked.args, operationName, results: mapAsyncIterator(events[Symbol.asyncIterator](), executed, leave) };
  };
}
