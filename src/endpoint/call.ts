import type { ActivityId } from '../model/ids.js';
import { multipart, type FormEntry } from '../transport/multipart.js';
import type { Secret } from '../model/secret.js';
import type { BoundedTransport, CallOptions as TransportOptions, WireRequest } from '../transport/transport.js';
import type { Endpoint } from './endpoint.js';
import { openEnvelope } from './envelope.js';

export interface CallOptions extends TransportOptions {
  /** Given the way to free a large answer before its records are garbage; they cannot be read afterwards. */
  readonly onReleasable?: ((release: () => void) => void) | undefined;
}

/** Performs one operation of the service for one activity. @throws UpstreamError */
export type Call = <Input, Output>(
  endpoint: Endpoint<Input, Output>,
  activityId: ActivityId,
  input: Input,
  options?: CallOptions,
) => Promise<Output>;

/**
 * Joins the operations to a transport: encode, send, open the envelope, decode. The secrets, and those of an operation's
 * input, are masked wherever the service repeats them in a message.
 */
export function createCall(transport: BoundedTransport, newBoundary: () => string, secrets: readonly Secret[] = []): Call {
  return async (endpoint, activityId, input, options) => {
    const reply = await transport(wireRequest(endpoint, activityId, input, newBoundary), options);
    const envelope = openEnvelope(endpoint.path, reply, [...secrets, ...(endpoint.secrets?.(input) ?? [])]);
    if (envelope.release) options?.onReleasable?.(envelope.release);
    return endpoint.decode(envelope, activityId, input);
  };
}

/** The request that an operation makes of its input. */
export function wireRequest<Input>(
  endpoint: Endpoint<Input, unknown>,
  activityId: ActivityId,
  input: Input,
  newBoundary: () => string,
): WireRequest {
  const { query, form } = endpoint.encode(input, activityId);
  const content = form && multipart(form, newBoundary);
  return {
    operation: endpoint.path,
    method: endpoint.method,
    target: query ? `${endpoint.path}?${queryString(query)}` : endpoint.path,
    headers: content ? { 'Content-Type': content.contentType } : {},
    body: content?.body ?? null,
    auth: endpoint.auth,
    activityId,
    repeatable: endpoint.repeatable(input),
  };
}

function queryString(query: readonly FormEntry[]): string {
  return query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`).join('&');
}
