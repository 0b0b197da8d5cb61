import type { FormattedExecutionResult } from 'graphql';
import type { Authenticate } from './authentication.js';
import type { Feeds } from './feeds.js';
import { header, type Handler } from './http.js';
import { isJson } from './media-type.js';
import { parametersOfBody } from './parameters.js';
import { methodNotAllowed, notAcceptable, Refusal, unauthenticated, unsupportedMediaType } from './refusal.js';

/** Subscriptions over server-sent events: the graphql-sse protocol, a connection for each operation. */
export function createEventStreamHandler(feeds: Feeds, authenticate: Authenticate, ending: AbortSignal): Handler {
  return async (request) => {
    try {
      if (request.method !== 'POST') throw methodNotAllowed('POST');
      const caller = await authenticate(request.headerLists(), request.remoteAddress);
      if (caller === null) throw unauthenticated();
      request.notes.caller = caller.name;
      if (!acceptsEvents.test(header(request, 'accept') ?? '*/*')) throw notAcceptable('text/event-stream');
      if (!isJson(header(request, 'content-type'))) throw unsupportedMediaType();
      const parameters = parametersOfBody(await request.text());
      const gone = new AbortController();
      request.onClose(() => gone.abort());
      const results = await feeds.open({ requestId: request.id, caller, parameters, signal: gone.signal });
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
        body: events(results, AbortSignal.any([gone.signal, ending])),
      };
    } catch (error) {
      if (error instanceof Refusal) return error.answer();
      throw error;
    }
  };
}

const acceptsEvents = /(?:^|[\s,])(?:text\/event-stream|text\/\*|\*\/\*)(?=[\s,;]|$)/i;

type Results = AsyncIterableIterator<FormattedExecutionResult> | FormattedExecutionResult;

async function* events(results: Results, over: AbortSignal): AsyncGenerator<string, void, void> {
  if (!(Symbol.asyncIterator in results)) {
    yield next(results);
  } else {
    const leave = () => void results.return?.();
    if (over.aborted) leave();
    over.addEventListener('abort', leave, { once: true });
    try {
      for await (const result of results) yield next(result);
    } finally {
      over.removeEventListener('abort', leave);
    }
  }
  yield 'event: complete\ndata:\n\n';
}

const next = (result: FormattedExecutionResult): string => `event: next\ndata: ${JSON.stringify(result)}\n\n`;
