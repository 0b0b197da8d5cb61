/*
 * What attempts show: their outcome and duration for the metrics, their spans, and the evidence about the service for the circuit.
 */

import { spanKindClient, spanStatusError, type Span, type SpanAttributes, type SpanTracer } from '../../primitives/span.js';
import {
  StateUnavailableError,
  WritePermitLostError,
  CancelledError,
  CircuitOpenError,
  SigningFailedError,
  UpstreamInvalidResponseError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
  type AttemptOutcome,
  failureCause,
  replyOf,
} from '../../records/errors.js';
import type { WireReply, WireRequest } from './transport.js';

/** Receives every attempt: the endpoint's path, the outcome, the duration, and what went wrong. */
export type ObserveAttempt = (endpointPath: string, outcome: AttemptOutcome, seconds: number, error?: unknown) => void;

/** What records attempts: the metrics and the log, and traces if there is a tracer. */
export interface AttemptObservers {
  readonly observe: ObserveAttempt;
  /** Omitted: no spans are recorded. If it throws an error, the span is not recorded, and the call continues. */
  readonly tracer?: SpanTracer | undefined;
  /** The base address of the service, for the attributes of spans. */
  readonly baseUrl: string;
}

/** One attempt. Exactly one of its methods is called when it ends. */
export interface ObservedAttempt {
  /** Returns the reply with its function `report`: whether a reply is usable shows only when its envelope is opened. */
  replied(reply: WireReply): WireReply;
  failed(error: unknown): void;
}

/**
 * Reports every attempt, even one that an open circuit or a full queue refuses, and adds a span for it, by OpenTelemetry's conventions for HTTP
 * clients.
 *
 * Attributes are the endpoint's path, the outcome, the status and the cause of a failure. They contain no query string, header, body or message
 * of the service, because those contain credentials and personal data. Nothing is added to the request: only documented headers are sent.
 */
export class ObservedAttempts {
  readonly #observe: ObserveAttempt;
  readonly #startSpan: ((request: WireRequest, resends: number) => Span | null) | null;

  constructor({ observe, tracer, baseUrl }: AttemptObservers) {
    this.#observe = safeObserver(observe);
    this.#startSpan = tracer ? createStartSpan(tracer, baseUrl) : null;
  }

  /** Begins an attempt. @param resends the number of earlier attempts of the call */
  begin(request: WireRequest, resends: number): ObservedAttempt {
    const span = this.#startSpan?.(request, resends) ?? null;
    const startedAt = performance.now();
    const end = (outcome: AttemptOutcome, seconds: number, status: number | undefined, error: unknown) => {
      this.#observe(request.endpointPath, outcome, seconds, error);
      if (span) endSpan(span, outcome, status, error);
    };
    const secondsSince = () => (performance.now() - startedAt) / 1000;
    return {
      replied({ status, headers, body }) {
        const seconds = secondsSince();
        return { status, headers, body, report: (outcome, error) => end(outcome, seconds, status, error) };
      },
      failed(error) {
        end(attemptOutcomeOf(error), secondsSince(), replyOf(error)?.status, error);
      },
    };
  }
}

/** Returns a function that starts the span of an attempt; null if the tracer has thrown an error. */
function createStartSpan(tracer: SpanTracer, baseUrl: string): (request: WireRequest, resends: number) => Span | null {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const address = base.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(base.port || (base.protocol === 'https:' ? 443 : 80));
  return ({ endpointPath, method }, resends) => {
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
      if (resends > 0) span.setAttributes({ 'http.request.resend_count': resends });
      return span;
    } catch {
      return null;
    }
  };
}

const endSpan = safeObserver((span: Span, outcome: AttemptOutcome, status: number | undefined, error: unknown) => {
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

/** The evidence of an attempt about the service. `ignored`: nothing, because the service had no part in its failure. */
export type CircuitEvidence = 'success' | 'failure' | 'ignored';

type Row = readonly [error: new (...parameters: never[]) => Error, outcome: AttemptOutcome, circuit: CircuitEvidence];

/**
 * Each error of an attempt, with its name in the metrics and what it shows about the service. The first row that fits decides: an open
 * circuit and a missing signature are kinds of unavailability. Only what the service did is evidence about the service; a 429
 * shows that it works.
 */
const rows: readonly Row[] = [
  [CircuitOpenError, 'circuit_open', 'ignored'],
  [SigningFailedError, 'unavailable', 'ignored'],
  [CancelledError, 'cancelled', 'ignored'],
  [WritePermitLostError, 'cancelled', 'ignored'],
  [StateUnavailableError, 'cancelled', 'ignored'],
  [UpstreamOverloadedError, 'overloaded', 'ignored'],
  [UpstreamRateLimitedError, 'rate_limited', 'success'],
  [UpstreamTimeoutError, 'timeout', 'failure'],
  [UpstreamUnavailableError, 'unavailable', 'failure'],
  [UpstreamInvalidResponseError, 'invalid_response', 'failure'],
];

const errorRow = (error: unknown): Row | undefined => rows.find(([errorClass]) => error instanceof errorClass);

/** The name of a failed attempt in the metrics. */
export const attemptOutcomeOf = (error: unknown): AttemptOutcome => errorRow(error)?.[1] ?? 'defect';

/**
 * The evidence of a failed attempt about the service, for the circuit of its path. A timeout before the attempt, in the queue or
 * the signer, shows nothing.
 */
export function circuitEvidenceOf(error: unknown): CircuitEvidence {
  if (error instanceof UpstreamTimeoutError && !error.attempted) return 'ignored';
  return errorRow(error)?.[2] ?? 'ignored';
}

/** Returns an observer that never throws: an error in a counter or a log must not turn a reply into a failure. */
export function safeObserver<Facts extends unknown[]>(observe: (...facts: Facts) => void): (...facts: Facts) => void {
  return (...facts) => {
    try {
      observe(...facts);
    } catch {
      // The observer is the log or the metrics, so there is nothing left to report to.
    }
  };
}
