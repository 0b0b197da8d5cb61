/* The handler of /graphql/stream: subscriptions as server-sent events, by the "distinct connections" mode of graphql-sse. */

import type { FormattedExecutionResult } from 'graphql';
import { callAt } from '../../primitives/timers.js';
import type { AuthenticateRequest } from '../authentication/authentication.js';
import { header, type HttpHandler } from '../http/handler.js';
import { HttpError, methodNotAllowed, notAcceptable, unauthenticated, unsupportedMediaType } from '../http/http-error.js';
import { isJson } from '../http/media-type.js';
import { parametersOfBody } from '../operations/parameters.js';
import type { StartedSubscription, StartSubscription } from './subscriptions.js';

export interface EventStreamOptions {
  readonly startSubscription: StartSubscription;
  readonly authenticate: AuthenticateRequest;
  /** Aborts when the server shuts down. */
  readonly draining: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function createEventStreamHandler({ startSubscription, authenticate, draining, now }: EventStreamOptions): HttpHandler {
  return async (request) => {
    try {
      if (request.method !== 'POST') throw methodNotAllowed('POST');
      const caller = await authenticate(request.credentialHeaders(), request.remoteAddress, request.id);
      if (caller === null) throw unauthenticated();
      request.logFields.caller = caller.name;
      if (!acceptsEvents.test(header(request, 'accept') ?? '*/*')) throw notAcceptable('text/event-stream');
      if (!isJson(header(request, 'content-type'))) throw unsupportedMediaType();
      const parameters = parametersOfBody(await request.text());
      const disconnected = new AbortController();
      request.onClose(() => disconnected.abort());
      const endSignal = abortedBy(draining, disconnected.signal, caller.expiresAt, now);
      const { id: requestId, headers } = request;
      const started = await startSubscription({ requestId, caller, headers, parameters, signal: disconnected.signal });
      request.logFields.operationName = started.operationName;
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
        body: events('results' in started ? started.results : { errors: started.errors }, endSignal),
        endSignal,
      };
    } catch (error) {
      if (error instanceof HttpError) return error.toResponse();
      throw error;
    }
  };
}

const acceptsEvents = /(?:^|[\s,])(?:text\/event-stream|text\/\*|\*\/\*)(?=[\s,;]|$)/i;

/** Returns the text of the stream. If it is aborted, the event `complete` is omitted, so that the client connects again. */
async function* events(results: StartedSubscription['results'], endSignal: AbortSignal): AsyncGenerator<string, void, void> {
  if (!(Symbol.asyncIterator in results)) {
    yield next(results);
  } else {
    const unsubscribe = () => void results.return?.().catch(() => {});
    if (endSignal.aborted) unsubscribe();
    endSignal.addEventListener('abort', unsubscribe, { once: true });
    try {
      for await (const result of results) yield next(result);
    } finally {
      endSignal.removeEventListener('abort', unsubscribe);
    }
  }
  if (!endSignal.aborted) yield 'event: complete\ndata:\n\n';
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

const next = (result: FormattedExecutionResult): string => `event: next\ndata: ${JSON.stringify(result)}\n\n`;
