/*
 * The result of an operation: its outcome as a whole, and its response over HTTP, by GraphQL over HTTP (status,
 * headers, body) or as server-sent events.
 */

import type { GraphQLFormattedError } from 'graphql';
import type { JsonText } from '../graph/execution/response-text.js';
import { EncodedText } from '../primitives/encoded-text.js';
import type { ResponseCode } from '../records/errors.js';
import { eventStream, graphqlResponse, type applicationJson } from './http/media-type.js';
import type { HttpResponse } from './http/response.js';

/** The result of an operation. Without `data`, nothing was executed, or the response is too large. */
export interface Result {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data?: JsonText | null;
  readonly extensions?: Record<string, unknown>;
}

export type OperationType = 'query' | 'mutation' | 'subscription' | 'unknown';

/** The result of an operation as a whole; the help text of event_graph_operations_total explains the values. */
export type OperationOutcome = 'ok' | 'partial' | 'failed' | 'refused' | 'rate_limited';

/**
 * Returns the outcome of an operation. If each root field is an error it has failed, although its data is not null.
 * @param result undefined if it has thrown
 */
export function outcomeOf(result: Result | undefined): OperationOutcome {
  if (result === undefined) return 'failed';
  const { data, errors = [] } = result;
  if (errors.length === 0) return 'ok';
  if (data === undefined) return errors.some((error) => error.extensions?.['code'] === 'RATE_LIMITED') ? 'rate_limited' : 'refused';
  const failedFields = new Set(errors.map(({ path }) => path?.[0])).size;
  return data === null || data.nullMembers === failedFields ? 'failed' : 'partial';
}

/* Responses */

/** The media types of a response with one result. In an event stream, it is one event. */
export type ResultMediaType = typeof applicationJson | typeof graphqlResponse | typeof eventStream;

/**
 * Returns the function that makes the HTTP response of an operation's result. `maxAgeSeconds` is the time for which the caller's own cache
 * may reuse it; undefined if it may not. `body` is `jsonOf` the result, if that is known.
 * @param unknownDocumentStatus the status under application/graphql-response+json for a document that is named by an unknown id or hash
 */
export const createAsResponse =
  (unknownDocumentStatus: 200 | 400) =>
  (result: Result, mediaType: ResultMediaType, maxAgeSeconds?: number, body = jsonOf(result)): HttpResponse => {
    const status = responseStatus(result, unknownDocumentStatus);
    const headers: Record<string, string> = { 'content-type': mediaType };
    // A request beyond the rate limit has this error only.
    if (status === 429) headers['retry-after'] = String(Math.ceil(Number(result.errors?.[0]?.extensions?.['retryAfterMs']) / 1000));
    if (maxAgeSeconds !== undefined) headers['cache-control'] = `private, max-age=${maxAgeSeconds}`;
    if (mediaType !== eventStream) return { status: mediaType === graphqlResponse ? status : 200, headers, body };
    return { status: 200, headers: Object.assign(headers, streamHeaders), body: nextEvent(body, completeEvent) };
  };

/** Returns the JSON text of a result: the body of its response, and the payload of its event. */
export function jsonOf({ errors, data, extensions }: Result): EncodedText {
  // JSON.stringify omits undefined members.
  if (!data) return new EncodedText(Buffer.from(JSON.stringify({ errors, data, extensions })));
  if (!errors && !extensions) return data;
  const before = errors ? `"errors":${JSON.stringify(errors)},` : '';
  const after = extensions ? `,"extensions":${JSON.stringify(extensions)}` : '';
  return new EncodedText(Buffer.concat([Buffer.from(`{${before}"data":`), data.value, Buffer.from(`${after}}`)]));
}

/** Returns the status under application/graphql-response+json. A response with `data` is a success even if fields failed. */
function responseStatus({ data, errors }: Result, unknownDocumentStatus: number): number {
  if (errors === undefined || (data !== undefined && data !== null)) return 200;
  const has = (code: ResponseCode) => errors.some(({ extensions }) => extensions?.['code'] === code);
  if (has('INTERNAL_SERVER_ERROR')) return 500;
  if (data === null) return 200;
  if (has('RATE_LIMITED')) return 429;
  return has('PERSISTED_QUERY_NOT_FOUND') ? unknownDocumentStatus : 400;
}

/** Returns a result with text around it, in bytes: as a string, a large result would fill the heap until its client has read it. */
export const bytesAround = (before: string, result: EncodedText, after: string): Buffer =>
  Buffer.concat([Buffer.from(before), result.bytes, Buffer.from(after)]);

export const streamHeaders = { 'content-type': eventStream, 'x-accel-buffering': 'no' };
/** @param after the events that follow */
export const nextEvent = (result: EncodedText, after = ''): Buffer => bytesAround('event: next\ndata: ', result, `\n\n${after}`);
export const completeEvent = 'event: complete\ndata:\n\n';
