import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpResponse } from './http.js';

/** Sends the response to a request. `last`: the connection takes no further one. */
export function send(message: IncomingMessage, response: ServerResponse, requestId: string, answer: HttpResponse, last: boolean): void {
  if (isStream(answer.body)) void sendStream(response, requestId, answer, answer.body).catch(() => response.destroy());
  else sendWhole(message, response, requestId, answer, answer.body, last);
}

/** Names and values in turn, which node:http writes as they are. An answer's own come instead of the usual ones. */
function headersOf(requestId: string, { headers }: HttpResponse): string[] {
  const all = ['x-request-id', requestId, 'x-content-type-options', 'nosniff'];
  if (headers['cache-control'] === undefined) all.push('cache-control', 'no-store');
  if (headers['vary'] === undefined) all.push('vary', 'accept, authorization, x-api-key, origin');
  for (const name in headers) all.push(name, headers[name]!);
  return all;
}

function sendWhole(
  message: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  answer: HttpResponse,
  written: string | Buffer,
  last: boolean,
): void {
  const body = typeof written === 'string' ? Buffer.from(written) : written;
  const headers = headersOf(requestId, answer);
  if (answer.status !== 204) headers.push('content-length', String(body.length));
  if (last) headers.push('connection', 'close');
  response.writeHead(answer.status, headers);
  response.end(message.method === 'HEAD' ? undefined : body);
  if (response.writableLength > 0) destroyUnlessRead(response, wholeMs);
  if (!message.complete) dropRest(message);
}

function isStream(body: HttpResponse['body']): body is AsyncIterable<string> {
  return typeof body === 'object' && Symbol.asyncIterator in body;
}

/** Something is sent at least this often, so that nobody on the way takes the stream for dead. */
const pingMs = 12_000;
/** Time that a reader has to take the rest of a stream that is over. */
const lingerMs = 2_000;
/** Time that a reader of events has to take those that are waiting. */
const eventsMs = 60_000;
/** Time that a reader has to take a whole response: 16 MB at half a megabit a second. */
const wholeMs = 300_000;

async function sendStream(response: ServerResponse, requestId: string, answer: HttpResponse, events: AsyncIterable<string>): Promise<void> {
  response.writeHead(answer.status, headersOf(requestId, answer));
  response.flushHeaders();
  const ping = setInterval(() => response.write(':\n\n'), pingMs);
  const stopPing = () => clearInterval(ping);
  response.once('close', stopPing);
  const cut = () => {
    if (!response.destroyed) destroyUnlessRead(response, lingerMs);
  };
  answer.over?.addEventListener('abort', cut, { once: true });
  try {
    for await (const event of events) {
      if (!response.write(event)) await drained(response);
      if (response.destroyed) break;
    }
  } finally {
    // A reader that does not read keeps the response open after its end; to write another ping then would be an error.
    stopPing();
    answer.over?.removeEventListener('abort', cut);
  }
  response.end();
}

/** A reader that takes nothing keeps its connection open for ever otherwise, and the response in memory. @returns what cancels it */
function destroyUnlessRead(response: ServerResponse, withinMs: number): () => void {
  const late = setTimeout(() => response.destroy(), withinMs);
  late.unref();
  const cancel = () => clearTimeout(late);
  response.once('close', cancel);
  return cancel;
}

/** Resolves when the reader has caught up, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve();
    const cancel = destroyUnlessRead(response, eventsMs);
    const go = () => {
      cancel();
      response.off('drain', go).off('close', go).off('close', cancel);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

/** Swallows what is still to come of a body that nobody reads, for a second: to hang up at once could cost the sender its answer. */
function dropRest(message: IncomingMessage): void {
  message.resume();
  const cut = setTimeout(() => message.destroy(), 1000);
  message.once('close', () => clearTimeout(cut));
}
