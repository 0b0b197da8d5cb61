import type { FormattedExecutionResult } from 'graphql';
import type { AuthenticateRequest } from '../telemetry/audited-authentication.js';
import type { Subscriptions } from './subscriptions.js';
import { header, type Handler } from '../http/http.js';
import { callAt } from './instant.js';
import { isJson } from '../http/media-type.js';
import { parametersOfBody } from '../operations/parameters.js';
import { methodNotAllowed, notAcceptable, Refusal, unauthenticated, unsupportedMediaType } from '../http/refusal.js';

export interface EventStreamOptions {
  readonly feeds: Subscriptions;
  readonly authenticate: AuthenticateRequest;
  /** Aborts when the server goes away. */
  readonly ending: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Subscriptions over server-sent events: the graphql-sse protocol, a connection for each operation. */
export function createEventStreamHandler({ feeds, authenticate, ending, now }: EventStreamOptions): Handler {
  return async (request) => {
    try {
      if (request.method !== 'POST') throw methodNotAllowed('POST');
      const caller = await authenticate(request.headerLists(), request.remoteAddress, request.id);
      if (caller === null) throw unauthenticated();
      request.notes.caller = caller.name;
      if (!acceptsEvents.test(header(request, 'accept') ?? '*/*')) throw notAcceptable('text/event-stream');
      if (!isJson(header(request, 'content-type'))) throw unsupportedMediaType();
      const parameters = parametersOfBody(await request.text());
      const gone = new AbortController();
      request.onClose(() => gone.abort());
      const over = abortedBy(ending, gone.signal, caller.expiresAt, now);
      const results = await feeds.open({ requestId: request.id, caller, parameters, signal: gone.signal });
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
        body: events(results, over),
        over,
      };
    } catch (error) {
      if (error instanceof Refusal) return error.answer();
      throw error;
    }
  };
}

const acceptsEvents = /(?:^|[\s,])(?:text\/event-stream|text\/\*|\*\/\*)(?=[\s,;]|$)/i;

type Results = AsyncIterableIterator<FormattedExecutionResult> | FormattedExecutionResult;

/** Without the event `complete` when it is cut short, so that the client connects again. */
async function* events(results: Results, over: AbortSignal): AsyncGenerator<string, void, void> {
  if (!(Symbol.asyncIterator in results)) {
    yield next(results);
  } else {
    const leave = () => void results.return?.().catch(() => {});
    if (over.aborted) leave();
    over.addEventListener('abort', leave, { once: true });
    try {
      for await (const result of results) yield next(result);
    } finally {
      over.removeEventListener('abort', leave);
    }
  }
  if (!over.aborted) yield 'event: complete\ndata:\n\n';
}

/** Aborts with the server or the credential, and leaves no listener or timer behind when the sender is gone. */
function abortedBy(ending: AbortSignal, gone: AbortSignal, expiresAt: number | undefined, now: () => number): AbortSignal {
  const over = new AbortController();
  const end = () => over.abort();
  const cancel = expiresAt === undefined ? () => {} : callAt(expiresAt, now, end);
  const release = () => {
    ending.removeEventListener('abort', end);
    cancel();
    end();
  };
  ending.addEventListener('abort', end);
  gone.addEventListener('abort', release, { once: true });
  if (ending.aborted) end();
  if (gone.aborted) release();
  return over.signal;
}

const next = (result: FormattedExecutionResult): string => `event: next\ndata: ${JSON.stringify(result)}\n\n`;
