/* Executes the selection of a subscription for one event. */

import { execute as executeByGraphqlJs, type ExecutionArgs, type ExecutionResult, type OperationDefinitionNode } from 'graphql';
import { setTimeout as pause } from 'node:timers/promises';
import type { ContextFactory } from '../../graph/context.js';
import type { Execute } from '../../graph/execution/execute.js';
import { Cancellation } from '../../primitives/cancellation.js';
import { RateLimitedError } from '../../model/errors.js';
import type { CallerBuckets, Charge } from '../operations/limits/rate-limit.js';
import type { AuditSink } from '../telemetry/audit-log.js';
import { readOutcomeOf, writeAudit } from '../telemetry/audited-operations.js';
import type { NameForLog } from '../telemetry/operation-name.js';
import { auditedAs, type SubscriptionRequest } from './subscription-request.js';

export interface EventOptions {
  readonly execute: Execute;
  readonly createContext: ContextFactory;
  /** Limit of the execution of one event. */
  readonly requestTimeoutMs: number;
  /** null: no rate limit. */
  readonly buckets: CallerBuckets | null;
  readonly audit: AuditSink;
  readonly nameForLog: NameForLog;
}

/** A subscription that has passed its checks. */
export interface PreparedSubscription {
  readonly request: SubscriptionRequest;
  readonly operation: OperationDefinitionNode;
  readonly charge: Charge | undefined;
  /** The calls that each event is planned to make besides those that all subscribers share. */
  readonly callsOfEvent: number;
}

/**
 * Executes an event as an operation of its own: with limits of its own, and nothing that an earlier one has read.
 * @returns a result without data if the subscriber has disconnected
 */
export async function executeEvent(
  args: ExecutionArgs,
  { request, operation, callsOfEvent }: PreparedSubscription,
  rootValue: unknown,
  { execute, createContext, requestTimeoutMs, buckets, audit, nameForLog }: EventOptions,
): Promise<ExecutionResult> {
  const { document, variableValues: variables } = args;
  const { caller, signal } = request;
  const cancellation = new Cancellation();
  const cancel = () => cancellation.abort('cancelled');
  signal.addEventListener('abort', cancel, { once: true });
  const context = createContext({ caller, signal: cancellation });
  const charge = callsOfEvent > 0 ? buckets?.charge(caller.name, context.wait) : undefined;
  let timer: NodeJS.Timeout | undefined;
  let result: ExecutionResult = {};
  try {
    if (charge) await reserveInTime(charge, callsOfEvent, signal);
    timer = setTimeout(() => cancellation.abort('timeout'), requestTimeoutMs);
    result = await (execute({ document, operation, variables: variables ?? {}, context, rootValue }) ??
      executeByGraphqlJs({ ...args, contextValue: context, rootValue }));
    const extensions = context.responseExtensions();
    return extensions ? { ...result, extensions } : result;
  } finally {
    charge?.settle(context.usage.calls);
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    cancellation.end();
    writeAudit(context.audit, auditedAs(request, nameForLog, operation.name?.value), readOutcomeOf(result), audit);
  }
}

/** Reserves calls as soon as the rate limit permits. An event is not lost by the limit; later ones wait behind it. */
async function reserveInTime(charge: Charge, calls: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      return await charge.reserve(calls);
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      await pause(error.retryAfterMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
}
