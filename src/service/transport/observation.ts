/*
 * What attempts show: their outcome and duration for the metrics, and their spans.
 */

import { spanKindClient, spanStatusError, type Span, type SpanAttributes, type SpanTracer } from '../../primitives/span.js';
import { type AttemptOutcome, attemptOutcomeOf, failureCause } from '../../records/attempt-outcome.js';
import type { WireRequest } from './exchange.js';

/** Receives every attempt: the endpoint's path, the outcome, the duration, and what went wrong. */
export type ObserveAttempt = (endpointPath: string, outcome: AttemptOutcome, seconds: number, error?: unknown) => void;

/** The receivers of what attempts show: the metrics and the log, and traces if there is a tracer. */
interface AttemptObservers {
  readonly observe: ObserveAttempt;
  /** Omitted: no spans are recorded. If it throws an error, the span is not recorded, and the call continues. */
  readonly tracer?: SpanTracer | undefined;
  /** The base address of the service, for the attributes of spans. */
  readonly baseUrl: string;
}

/**
 * Begins an attempt of a call.
 * @returns what ends it, once: with the status of the reply, if there was one, and the error, if there is one
 */
export type BeginAttempt = (request: WireRequest, earlierAttempts: number) => (status: number | undefined, error?: unknown) => void;

/**
 * Returns the function that reports every attempt, even one that an open circuit or a full queue refuses, and adds a span for it, by
 * OpenTelemetry's conventions for HTTP clients.
 *
 * Attributes are the endpoint's path, the outcome, the status and the cause of a failure: no query string, header, body or message
 * of the service, because those contain credentials and personal data. The request stays as it is: only documented headers are sent.
 */
export function observedAttempts({ observe, tracer, baseUrl }: AttemptObservers): BeginAttempt {
  const startSpan = tracer && createStartSpan(tracer, baseUrl);
  return (request, earlierAttempts) => {
    const span = startSpan?.(request, earlierAttempts);
    const startedAt = performance.now();
    return (status, error) => {
      const outcome = attemptOutcomeOf(error);
      observe(request.endpointPath, outcome, (performance.now() - startedAt) / 1000, error);
      if (span) endSpan(span, outcome, status, error);
    };
  };
}

/** Returns a function that starts the span of an attempt; null if the tracer has thrown an error. */
function createStartSpan(tracer: SpanTracer, baseUrl: string): (request: WireRequest, earlierAttempts: number) => Span | null {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const address = base.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(base.port || (base.protocol === 'https:' ? 443 : 80));
  return ({ endpointPath, method }, earlierAttempts) => {
    const path = prefix + endpointPath;
    const attributes: SpanAttributes = {
      'http.request.method': method,
      'url.full': base.origin + path,
      'url.template': path,
      'server.address': address,
      'server.port': port,
    };
    try {
      const span = tracer.startSpan(`${method} ${endpointPath}`, { kind: spanKindClient, attributes });
      if (earlierAttempts > 0) span.setAttributes({ 'http.request.resend_count': earlierAttempts });
      return span;
    } catch {
      return null;
    }
  };
}

function endSpan(span: Span, outcome: AttemptOutcome, status: number | undefined, error: unknown): void {
  try {
    span.setAttributes({ 'event_graph.outcome': outcome });
    if (status !== undefined) span.setAttributes({ 'http.response.status_code': status });
    // A rejection is a reply of a service that works.
    if (outcome !== 'ok' && outcome !== 'rejected') {
      span.setAttributes({ 'error.type': errorType(outcome, status, error) });
      span.setStatus({ code: spanStatusError });
    }
    span.end();
  } catch {
    // A tracer that fails costs no call.
  }
}

/** The type of a failure: its status if it has one, else its cause, or the outcome for a request that was not sent. */
function errorType(outcome: AttemptOutcome, status: number | undefined, error: unknown): string {
  if (status !== undefined && status !== 200) return String(status);
  return outcome === 'unavailable' || outcome === 'invalid_response' ? failureCause(error) : outcome;
}
