/* Subscriptions as server-sent events, by the "distinct connections" mode of graphql-sse: a stream for each of them. */

import { callAt } from '../../primitives/waiting.js';
import { completeEvent, nextEvent, streamHeaders } from '../operations/graphql-response.js';
import type { StreamSubscription } from '../operations/run.js';
import type { SubscriptionSlots } from './subscription-slots.js';
import { refusal, type RefusedSubscription, type StartedSubscription, type StartSubscription } from './subscriptions.js';

export interface EventStreamOptions {
  readonly startSubscription: StartSubscription;
  readonly slots: SubscriptionSlots;
  /** Aborts when the server shuts down. */
  readonly draining: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Returns the function that starts the subscription of a request, and responds with its events. */
export function createStreamSubscription({ startSubscription, slots, draining, now }: EventStreamOptions): StreamSubscription {
  return async (request, caller, parameters) => {
    const disconnected = new AbortController();
    request.onClose(() => disconnected.abort());
    const endSignal = abortedBy(draining, disconnected.signal, caller.expiresAt, now);
    const { id: requestId, headers } = request;
    const slot = slots.take(caller, request.connection);
    if (!(slot instanceof Error)) request.onClose(slot);
    const started =
      slot instanceof Error
        ? refusal(slot.message, { code: slot.code })
        : await startSubscription({ requestId, caller, headers, parameters, signal: disconnected.signal });
    request.logFields.operationName = started.operationName;
    return { status: 200, headers: streamHeaders, body: events(started, endSignal), endSignal };
  };
}

/** Returns the text of the stream. If it is aborted, the event `complete` is omitted, so that the client connects again. */
async function* events(start: StartedSubscription | RefusedSubscription, endSignal: AbortSignal): AsyncGenerator<string, void, void> {
  if ('errors' in start) {
    yield nextEvent(JSON.stringify({ errors: start.errors }));
  } else {
    const { results } = start;
    const unsubscribe = () => void results.return?.().catch(() => {});
    if (endSignal.aborted) unsubscribe();
    endSignal.addEventListener('abort', unsubscribe, { once: true });
    try {
      for await (const result of results) yield nextEvent(JSON.stringify(result));
    } finally {
      endSignal.removeEventListener('abort', unsubscribe);
    }
  }
  if (!endSignal.aborted) yield completeEvent;
}

/**
 * Returns a signal that aborts when the server drains, the credential expires or the client disconnects. The last one also removes
 * all listeners and timers.
 */
function abortedBy(draining: AbortSignal, disconnected: AbortSignal, expiresAt: number | undefined, now: () => number): AbortSignal {
  const controller = new AbortController();
  const end = () => controller.abort();
  const cancel = expiresAt === undefined ? () => {} : callAt(expiresAt, now, end);
  const release = () => {
    draining.removeEventListener('abort', end);
    cancel();
    end();
  };
  draining.addEventListener('abort', end);
  disconnected.addEventListener('abort', release, { once: true });
  if (draining.aborted) end();
  if (disconnected.aborted) release();
  return controller.signal;
}
