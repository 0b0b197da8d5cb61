/* Subscriptions over both transports, WebSocket and event stream. */

import type { ExecutionArgs, FormattedExecutionResult, GraphQLFormattedError } from 'graphql';
import type { CreateContext } from '../../graph/context.js';
import { Cancellation } from '../../primitives/cancellation.js';
import type { Wrap, WrappedRunner } from '../operations/work.js';
import { createEventRunner, type EventExecution, type EventOptions, type EventResult } from './event-runner.js';
import { mapAsyncIterator } from './map-async-iterator.js';
import { createStartRunner, type StartOptions, type StartResult, type SubscriptionStart } from './start-runner.js';
import type { CheckedSubscription, SubscriptionRequest } from './subscription-request.js';

export interface SubscriptionsOptions extends StartOptions, EventOptions {
  readonly createContext: CreateContext;
  /** Adds admission and accounting, by the same wrappers as for operations over HTTP. */
  readonly wrap: Wrap;
}

/** A subscription that has passed its checks. */
export interface StartedSubscription {
  readonly args: ExecutionArgs;
  readonly operationName: string | null;
  /** What is sent to the client: a result for each event, or one result with errors if the field cannot be subscribed to. */
  readonly results: AsyncIterableIterator<FormattedExecutionResult> | FormattedExecutionResult;
}

/** A subscription that a check has refused. */
export interface RefusedSubscription {
  readonly operationName: string | null;
  readonly errors: readonly GraphQLFormattedError[];
}

/** Runs subscriptions for both transports. Admission, accounting and safe errors are those of operations over HTTP. */
export class Subscriptions {
  readonly #starts: WrappedRunner<SubscriptionStart, StartResult>;
  readonly #events: WrappedRunner<EventExecution, EventResult>;
  readonly #createContext: CreateContext;

  constructor({ wrap, createContext, ...options }: SubscriptionsOptions) {
    this.#starts = wrap(createStartRunner(options));
    this.#events = wrap(createEventRunner(options));
    this.#createContext = createContext;
  }

  /** Starts a subscription without a call to the service. The event stream is subscribed to, and ends with `return` of the results. */
  async start(request: SubscriptionRequest): Promise<StartedSubscription | RefusedSubscription> {
    const { requestId, caller, headers, parameters, signal } = request;
    const context = this.#createContext({ caller, signal });
    const start: SubscriptionStart = { role: 'start', subscription: request, requestId, headers, parameters, context };
    const { operationName = parameters.operationName ?? null, checked, events, errors = [] } = await this.#starts(start);
    if (checked === undefined) return { operationName, errors };
    const execute = (event: unknown) => this.#execute(request, checked, event);
    const results = events ? mapAsyncIterator(events[Symbol.asyncIterator](), execute) : { errors };
    return { args: checked.args, operationName, results };
  }

  async #execute(subscription: SubscriptionRequest, checked: CheckedSubscription, event: unknown): Promise<FormattedExecutionResult> {
    const { requestId, caller, headers, signal } = subscription;
    const parameters = { operationName: checked.operation.name?.value };
    const cancellation = new Cancellation();
    const cancel = () => cancellation.abort('cancelled');
    signal.addEventListener('abort', cancel, { once: true });
    const context = this.#createContext({ caller, signal: cancellation });
    try {
      const work = { requestId, headers, parameters, context, subscription, checked, event, cancellation };
      const { data, errors, extensions } = await this.#events({ role: 'event', ...work });
      return { ...(errors && { errors }), ...(data !== undefined && { data }), ...(extensions && { extensions }) };
    } finally {
      signal.removeEventListener('abort', cancel);
      cancellation.end();
    }
  }
}
