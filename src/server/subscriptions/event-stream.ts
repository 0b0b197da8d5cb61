/* Subscriptions as server-sent events, by the "distinct connections" mode of graphql-sse: a stream for each of them. */

import { callAt } from '../../primitives/waiting.js';
import { completeEvent, nextEvent, streamHeaders } from '../operations/response.js';
import type { StreamSubscription } from '../operations/run.js';
import type { RefusedSubscription, StartedSubscription, Subscribe } from './subscriptions.js';

/**
 * Returns the function that starts the subscription of a request, and responds with its events. The stream ends when the subscription does, the
 * server drains, the credential expires or the client disconnects.
 * @param draining aborts when the server shuts down
 * @param now milliseconds since the epoch
 */
export function createStreamSubscription(subscribe: Subscribe, draining: AbortSignal, now: () => number): StreamSubscription {
  return async (request, caller, parameters) => {
    const { id: requestId, headers, connection } = request;
    const ended = new AbortController();
    const end = () => ended.abort();
    const cancel = caller.expiresAt === undefined ? () => {} : callAt(caller.expiresAt, now, end);
    draining.addEventListener('abort', end);
    if (draining.aborted) end();
    const onClose = (listener: () => void) => request.onClose(listener);
    onClose(() => {
      draining.removeEventListener('abort', end);
      cancel();
      end();
    });
    const started = await subscribe({ requestId, caller, headers, connection, parameters, signal: ended.signal, onClose });
    request.logFields.operationName = started.operationName;
    return { status: 200, headers: streamHeaders, body: events(started, ended.signal), endSignal: ended.signal };
  };
}

/** Returns the text of the stream. If it is aborted, the event `complete` is omitted, so that the client connects again. */
async function* events(started: StartedSubscription | RefusedSubscription, endSignal: AbortSignal): AsyncGenerator<string, void, void> {
  if (!('errors' in started)) for await (const result of started.results) yield nextEvent(JSON.stringify(result));
  else if (!endSignal.aborted) yield nextEvent(JSON.stringify({ errors: started.errors }));
  if (!endSignal.aborted) yield completeEvent;
}
