/* The spans of traces, as far as calls and operations need OpenTelemetry. */

/** Attributes of a span, by the names of OpenTelemetry's semantic conventions. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A span in progress. OpenTelemetry's Span is one. */
export interface Span {
  setAttributes(attributes: SpanAttributes): unknown;
  setStatus(status: { readonly code: number }): unknown;
  end(): void;
}

/**
 * Starts spans, as children of the span that is active where it is called. OpenTelemetry's Tracer is one: these types name only the
 * methods that are used, so that neither this project nor users of its libraries need OpenTelemetry's packages to compile.
 */
export interface SpanTracer {
  startSpan(name: string, options: { readonly kind: number; readonly attributes: SpanAttributes }): Span;
}

/** Numbers of OpenTelemetry's enums SpanKind and SpanStatusCode. */
export const spanKindClient = 2;
export const spanStatusError = 2;
