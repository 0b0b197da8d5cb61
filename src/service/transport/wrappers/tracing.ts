import { spanKindClient, spanStatusError, type Span, type SpanAttributes, type SpanTracer } from '../../../primitives/span.js';
import { type AttemptOutcome, failureCause, replyOf } from '../../../records/call-outcome.js';
import { attemptOutcomeOf } from '../attempt-errors.js';
import { safeObserver } from '../safe-observer.js';
import type { CallBounds, Transport, WireRequest } from '../transport.js';

/**
 * Adds a span for each attempt, by OpenTelemetry's conventions for HTTP clients. Attributes are the endpoint's path, the outcome, the
 * status and the cause of a failure. They contain no query string, header, body or message of the service, because those contain
 * credentials and personal data. The span ends when the reply's envelope is opened, because only then it is known whether the reply
 * is usable.
 *
 * Nothing is added to the request: only documented headers are sent to the service.
 * @param tracer if it throws an error, the span is not recorded, and the call continues
 */
export function withTracing(transport: Transport, tracer: SpanTracer, baseUrl: string): Transport {
  const attributesOf = clientAttributes(baseUrl);
  const attempts = new WeakMap<CallBounds, number>();
  const start = (request: WireRequest, resends: number): Span | null => {
    try {
      const span = tracer.startSpan(`${request.method} ${request.endpointPath}`, {
        kind: spanKindClient,
        attributes: attributesOf(request),
      });
      if (resends > 0) span.setAttributes({ 'http.request.resend_count': resends });
      return span;
    } catch {
      return null;
    }
  };
  return async (request, bounds) => {
    const resends = attempts.get(bounds) ?? 0;
    attempts.set(bounds, resends + 1);
    const span = start(request, resends);
    if (span === null) return transport(request, bounds);
    try {
      const reply = await transport(request, bounds);
      const report: typeof reply.report = (outcome, error) => {
        reply.report?.(outcome, error);
        end(span, outcome, reply.status, error);
      };
      return { status: reply.status, headers: reply.headers, body: reply.body, report };
    } catch (error) {
      end(span, attemptOutcomeOf(error), replyOf(error)?.status, error);
      throw error;
    }
  };
}

/** Returns the attributes of a request that are the same for all requests of its endpoint. */
function clientAttributes(baseUrl: string): (request: WireRequest) => SpanAttributes {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const address = base.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(base.port || (base.protocol === 'https:' ? 443 : 80));
  const known = new Map<string, SpanAttributes>();
  return ({ endpointPath, method }) => {
    let attributes = known.get(endpointPath);
    if (attributes === undefined) {
      const path = prefix + endpointPath;
      attributes = {
        'http.request.method': method,
        'url.full': base.origin + path,
        'url.template': path,
        'server.address': address,
        'server.port': port,
      };
      known.set(endpointPath, attributes);
    }
    return attributes;
  };
}

const end = safeObserver((span: Span, outcome: AttemptOutcome, status: number | undefined, error: unknown) => {
  span.setAttributes({ 'event_graph.outcome': outcome });
  if (status !== undefined) span.setAttributes({ 'http.response.status_code': status });
  // A rejection is a reply of a service that works.
  if (outcome !== 'ok' && outcome !== 'rejected') {
    span.setAttributes({ 'error.type': errorType(outcome, status, error) });
    span.setStatus({ code: spanStatusError });
  }
  span.end();
});

/** The type of a failure: its status if it has one, else its cause, or the outcome for a request that was not sent. */
function errorType(outcome: AttemptOutcome, status: number | undefined, error: unknown): string {
  if (status !== undefined && status !== 200) return String(status);
  return outcome === 'unavailable' || outcome === 'invalid_response' ? failureCause(error) : outcome;
}
