import type { Config } from './config.js';
import { Activities } from './domain/activities.js';
import { PageCapacity } from './domain/attendee-batch.js';
import { Upstream, type Service } from './domain/upstream.js';
import type { CreateContext } from './graph/context.js';
import type { ActivityId } from './model/ids.js';

export interface OperationSettings {
  readonly service: Pick<Config['service'], 'maxPageSize' | 'notFoundPattern'>;
  readonly upstreamReport: boolean;
  readonly activityIds: readonly ActivityId[];
  readonly baseUrl: string;
}

/** Makes contexts: what one operation may ask of a service, and what its answer tells of that. */
export function contextFactory(service: Service, { service: rules, upstreamReport, activityIds, baseUrl }: OperationSettings): CreateContext {
  const capacity = new PageCapacity();
  const shared = {
    activityIds,
    publicBaseUrl: baseUrl.replace(/\/+$/, ''),
    maxPageSize: rules.maxPageSize,
    notFoundPattern: rules.notFoundPattern,
    capacity,
  };
  return ({ caller, signal }) => {
    const upstream = new Upstream(service, signal);
    return {
      caller,
      activities: new Activities(upstream, shared),
      answerExtensions: () => {
        const { tally } = upstream;
        const report = upstreamReport ? tally.report() : undefined;
        if (!report && tally.stale.length === 0) return undefined;
        return { ...(report && { upstream: report }), ...(tally.stale.length > 0 && { stale: tally.stale }) };
      },
    };
  };
}
