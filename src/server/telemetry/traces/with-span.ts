import { spanStatusError, type SpanAttributes } from '../../../model/calls/span.js';
import type { Work, WorkResult, WrappedRunner } from '../../work.js';
import type { NameForLog } from '../log/operation-name.js';
import { outcomeOf } from '../metrics/with-metrics.js';
import type { Traces } from './traces.js';

/**
 * Wraps a runner, unless there are no traces: a span for each piece of work, by OpenTelemetry's conventions for GraphQL servers.
 * It has the type of the operation, its name as in the log, the outcome, the code of the first error and the number of calls, and neither the
 * document nor variables nor the caller.
 */
export function withSpan<W extends Work, R extends WorkResult>(
  run: WrappedRunner<W, R>,
  traces: Traces | null,
  nameForLog: NameForLog,
): WrappedRunner<W, R> {
  if (traces === null) return run;
  return async (work) => {
    const span = traces.startWork(work);
    try {
      const result = await span.within(() => run(work));
      if (result.operationType && work.role !== 'event') span.updateName(result.operationType);
      span.setAttributes(attributesOf(work, result, nameForLog));
      if (outcomeOf(result) === 'failed') span.setStatus({ code: spanStatusError });
      return result;
    } catch (error) {
      span.setAttributes({ 'event_graph.outcome': 'failed', 'error.type': 'INTERNAL_SERVER_ERROR' });
      span.setStatus({ code: spanStatusError });
      throw error;
    } finally {
      span.end();
    }
  };
}

function attributesOf({ parameters, context: { usage } }: Work, result: WorkResult, nameForLog: NameForLog): SpanAttributes {
  const name = nameForLog(result.operationName ?? parameters.operationName);
  const code = result.errors?.[0]?.extensions?.['code'];
  return {
    ...(result.operationType && { 'graphql.operation.type': result.operationType }),
    ...(name !== null && { 'graphql.operation.name': name }),
    'event_graph.outcome': outcomeOf(result),
    ...(typeof code === 'string' && { 'error.type': code }),
    'event_graph.upstream.calls': usage.attempts,
    'event_graph.upstream.coalesced': usage.coalesced,
    'event_graph.upstream.cached': usage.cached,
  };
}
