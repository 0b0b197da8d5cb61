/* Executes the selection of a subscription for one event. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Execute } from '../../graph/execution/execute.js';
import { RateLimitedError } from '../../model/errors.js';
import type { Cancellation } from '../../primitives/cancellation.js';
import { maxTimerMs } from '../../primitives/timers.js';
import type { ResponseErrors } from '../messages/response-errors.js';
import type { Admit, Runner, SubscriptionWork, WorkResult } from '../work.js';
import type { CheckedSubscription, Subscription } from './subscription-request.js';

/** The execution of one event: an operation of its own, with limits of its own, and nothing that an earlier one has read. */
export interface EventExecution extends SubscriptionWork {
  readonly role: 'event';
  readonly subscription: Subscription;
  readonly checked: CheckedSubscription;
  readonly event: unknown;
  /** Cancels what the execution reads: its context has it as `signal`. */
  readonly cancellation: Cancellation;
}

export interface EventResult extends WorkResult {
  readonly data?: Record<string, unknown> | null;
  readonly extensions?: Record<string, unknown>;
}

export interface EventOptions {
  readonly execute: Execute;
  /** The time within which one event must be executed. */
  readonly requestTimeoutMs: number;
  readonly responseErrors: ResponseErrors;
}

export function createEventRunner(options: EventOptions): Runner<EventExecution, EventResult> {
  const { execute, requestTimeoutMs, responseErrors } = options;
  return async (work, admit) => {
    const { subscription, checked, context, event: rootValue, cancellation } = work;
    const { args, operation } = checked;
    const { document } = args;
    const variables = args.variableValues ?? {};
    const identity = { operationType: operation.operation, operationName: operation.name?.value ?? null };
    if (!(await admitWhenPermitted(work, admit))) return { ...identity, errors: [{ message: 'The subscriber has disconnected.' }] };
    const timer = setTimeout(() => cancellation.abort('timeout'), requestTimeoutMs);
    try {
      const { data, errors } = await execute({ document, operation, variables, context, rootValue });
      const extensions = context.responseExtensions();
      return {
        ...identity,
        ...(errors && { errors: await responseErrors(errors, { requestId: subscription.requestId, parameters: { variables } }) }),
        ...(data !== undefined && { data }),
        ...(extensions && { extensions }),
      };
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Reserves the calls of an event as soon as the rate limit permits. An event is not lost by the limit; later ones wait behind it.
 * @returns false if the subscriber has disconnected before
 */
async function admitWhenPermitted(
  { checked: { args, planned }, subscription: { signal } }: EventExecution,
  admit: Admit,
): Promise<boolean> {
  while (!signal.aborted) {
    try {
      await admit(planned, args.variableValues ?? {});
      return true;
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      await pause(Math.min(error.retryAfterMs, maxTimerMs), undefined, { signal, ref: false }).catch(() => {});
    }
  }
  return false;
}
