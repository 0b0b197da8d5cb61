import { type SpanAttributes, spanStatusError } from '../../model/calls/span.js';
import { operationOutcomeOf } from './measured-operations.js';
import type { NameForLog } from './operation-name.js';
import type { Operation, OperationRunner, OperationResult } from '../operations/operation.js';
import type { Traces } from './traces.js';

/**
 * Wraps a runner of operations: a span for each, by OpenTelemetry's conventions for GraphQL servers. It has the kind, the name as
 * in the log, the outcome, the code of the first error and the number of calls, and neither the document nor variables nor the
 * caller.
 */
export function traced(runner: OperationRunner, traces: Traces, nameForLog: NameForLog): OperationRunner {
  return {
    ...runner,
    // A stored response needs a span as well, so it is found by `run`, which has the headers of the request.
    storedResponse: () => null,
    async run(operation) {
      const span = traces.startOperation(operation.headers);
      try {
        const result = await span.within(() => runner.run(operation));
        if (result.kind) span.updateName(result.kind);
        span.setAttributes(attributesOf(operation, result, nameForLog));
        if (operationOutcomeOf(result) === 'failed') span.setStatus({ code: spanStatusError });
        return result;
      } catch (error) {
        span.setAttributes({ 'event_graph.outcome': 'failed', 'error.type': 'INTERNAL_SERVER_ERROR' });
        span.setStatus({ code: spanStatusError });
        throw error;
      } finally {
        span.end();
      }
    },
  };
}

function attributesOf({ parameters, context: { usage } }: Operation, result: OperationResult, nameForLog: NameForLog): SpanAttributes {
  const name = nameForLog(result.operationName ?? parameters.operationName);
  const code = result.errors?.[0]?.extensions?.['code'];
  return {
    ...(result.kind && { 'graphql.operation.type': result.kind }),
    ...(name !== null && { 'graphql.operation.name': name }),
    'event_graph.outcome': operationOutcomeOf(result),
    ...(typeof code === 'string' && { 'error.type': code }),
    'event_graph.upstream.calls': usage.calls,
    'event_graph.upstream.coalesced': usage.coalesced,
    'event_graph.upstream.cached': usage.cached,
  };
}
