/* Opens the traces: spans of operations and of attempts, sent by OpenTelemetry. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, Span, SpanContext } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import type { UsageCounts } from '../../graph/context.js';
import type { SpanTracer } from '../../primitives/span.js';
import { ThrottledLines } from '../../primitives/throttled-lines.js';
import { within } from '../../primitives/waiting.js';
import { systemCode } from '../../records/attempt-outcome.js';
import type { HttpRequest } from '../http/request.js';
import type { OperationOutcome, OperationType } from './metrics.js';

/** The traces of the program. Nothing is registered globally, so two programs in one process have separate ones. */
export type Traces = Awaited<ReturnType<typeof openTraces>>;

/** The span of an operation in progress, by OpenTelemetry's conventions for GraphQL servers. */
export type OperationSpan = ReturnType<Traces['startOperation']>;

const lastExportMs = 1_000;

/**
 * Loads OpenTelemetry's SDK and starts to export spans. The SDK reads OpenTelemetry's other variables, such as OTEL_SERVICE_NAME, from the
 * environment itself. @throws Error where its packages, which are optional dependencies, are not installed
 */
export async function openTraces(settings: NonNullable<Config['traces']>, log: Pick<Logger, 'warn'>) {
  const { api, core, resources, sdk, Exporter } = await loadPackages(settings.protocol);
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes({ 'service.name': 'event-graph' }))
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const exporter = withFailureLog(new Exporter({ url: settings.url }), log);
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [new sdk.BatchSpanProcessor(exporter)] });
  const tracer = provider.getTracer('event-graph');
  const propagator = new core.W3CTraceContextPropagator();
  const active = new AsyncLocalStorage<Context>();
  const operationSpan = (span: Span, isEvent: boolean) => {
    const context = api.trace.setSpan(api.ROOT_CONTEXT, span);
    return {
      /** The ids that name the span to other programs. */
      spanContext: span.spanContext(),
      /** Calls a function. Spans of attempts that it starts, even asynchronously, become children of this one. */
      within: <T>(run: () => T): T => active.run(context, run),
      /**
       * Ends the span. It has the type of the operation, its name, the outcome, the code of the first error and the number of attempts, and
       * neither the document nor variables nor the caller.
       * @param name as in the log
       * @param code that of the first error, if there is one
       */
      end(type: OperationType, name: string | null, usage: UsageCounts, outcome: OperationOutcome, code?: unknown): void {
        if (type !== 'unknown' && !isEvent) span.updateName(type);
        span.setAttributes({
          ...(type !== 'unknown' && { 'graphql.operation.type': type }),
          ...(name !== null && { 'graphql.operation.name': name }),
          'event_graph.outcome': outcome,
          ...(typeof code === 'string' && { 'error.type': code }),
          'event_graph.upstream.calls': usage.attempts,
          'event_graph.upstream.coalesced': usage.coalesced,
          'event_graph.upstream.cached': usage.cached,
        });
        if (outcome === 'failed') span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  /** Starts the spans of attempts. Outside of a span's `within`, as for a poll that subscribers share, each has a trace of its own. */
  const attempts: SpanTracer = {
    startSpan: (name, options) => tracer.startSpan(name, options, active.getStore() ?? api.ROOT_CONTEXT),
  };
  return {
    attempts,
    /** Starts the span of an operation, or of a subscription's start, as a child of the span that the request's `traceparent` names. */
    startOperation(headers: HttpRequest['headers']) {
      const caller = propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter);
      return operationSpan(tracer.startSpan('GraphQL Operation', { kind: api.SpanKind.SERVER }, caller), false);
    },
    /** Starts the span of an event, in a trace of its own that links to the start: a subscription may last for days, a trace must not. */
    startEvent(start: { readonly spanContext: SpanContext } | undefined) {
      const links = start ? [{ context: start.spanContext }] : [];
      return operationSpan(tracer.startSpan('subscription_event', { root: true, links }), true);
    },
    /** Sends the last spans, for at most a second: a collector that does not respond must not delay the end of the program. */
    close: () =>
      within(
        lastExportMs,
        provider.shutdown().catch(() => {}),
        () => {},
      ),
  };
}

async function loadPackages(protocol: NonNullable<Config['traces']>['protocol']) {
  const [api, core, resources, sdk, exporter] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
    protocol === 'http/json' ? import('@opentelemetry/exporter-trace-otlp-http') : import('@opentelemetry/exporter-trace-otlp-proto'),
  ]);
  return { api, core, resources, sdk, Exporter: exporter.OTLPTraceExporter };
}

const warnEveryMs = 60_000;

/** Wraps an exporter: logs failures, at most one line a minute. Replies of the collector are not logged. */
function withFailureLog(exporter: SpanExporter, log: Pick<Logger, 'warn'>): SpanExporter {
  const lines = new ThrottledLines(warnEveryMs);
  const failed = (error: Error | undefined) =>
    lines.add('traces', () =>
      log.warn(
        { cause: exportCause(error) },
        'Traces cannot be exported, and spans are lost. Check OTEL_EXPORTER_OTLP_ENDPOINT and the collector.',
      ),
    );
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0) failed(result.error);
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** The code of the operating system, or the status of the collector's response. */
function exportCause(error: Error | undefined): string {
  const code = error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? `HTTP_${code}` : (systemCode(error) ?? 'UNKNOWN');
}
