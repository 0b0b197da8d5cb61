import { type SpanAttributes, spanStatusError } from '../../model/span.js';
import { outcomeOf } from './measured-operations.js';
import type { NameForLog } from './operation-name.js';
import type { Operation, Operations, Outcome } from '../operations/operations.js';
import type { Traces } from './traces.js';

/**
 * Wraps operations: a span for each, by OpenTelemetry's conventions for GraphQL servers. It has the kind, the name as in the log, the
 * outcome, the code of the first error and the number of calls, and neither the document nor variables nor the caller.
 */
export function traced(operations: Operations, traces: Traces, nameForLog: NameForLog): Operations {
  return {
    ...operations,
    // A stored response needs a span as well, so it is found by `run`, which has the headers of the request.
    finished: () => null,
    async run(operation) {
      const span = traces.startOperation(operation.headers);
      try {
        const outcome = await span.within(() => operations.run(operation));
        if (outcome.kind) span.updateName(outcome.kind);
        span.setAttributes(attributesOf(operation, outcome, nameForLog));
        if (outcomeOf(outcome) === 'failed') span.setStatus({ code: spanStatusError });
        return outcome;
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

function attributesOf({ parameters, context: { usage } }: Operation, outcome: Outcome, nameForLog: NameForLog): SpanAttributes {
  const name = nameForLog(outcome.operationName ?? parameters.operationName);
  const code = outcome.errors?.[0]?.extensions?.['code'];
  return {
    ...(outcome.kind && { 'graphql.operation.type': outcome.kind }),
    ...(name !== null && { 'graphql.operation.name': name }),
    'event_graph.outcome': outcomeOf(outcome),
    ...(typeof code === 'string' && { 'error.type': code }),
    'event_graph.upstream.calls': usage.calls,
    'event_graph.upstream.coalesced': usage.coalesced,
    'event_graph.upstream.cached': usage.cached,
  };
}
