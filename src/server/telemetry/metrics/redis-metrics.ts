/* The metrics of the link to Redis. */

import { Counter, Gauge, type Registry } from 'prom-client';

/** The link to the Redis that several replicas share, as the metrics read it. */
export interface RedisState {
  readonly isUp: boolean;
}

export interface RedisMetrics {
  /** Counts an outage, when it begins. */
  readonly countOutage: () => void;
  /** Sets the source of the gauge. Without one, it has no value. */
  setState(state: RedisState): void;
}

export function createRedisMetrics(registry: Registry): RedisMetrics {
  const registers = [registry];
  let state: RedisState | undefined;
  const up: Gauge = new Gauge({
    name: 'event_graph_redis_up',
    help: 'Whether Redis can be used (REDIS_URL): 1, or 0 during an outage',
    registers,
    // Of several workers, one without Redis is enough to refuse registrations.
    aggregator: 'min',
    collect: () => (state === undefined ? up.remove() : up.set(state.isUp ? 1 : 0)),
  });
  const outages = new Counter({ name: 'event_graph_redis_outages_total', help: 'Outages of Redis that have begun', registers });
  return {
    countOutage: () => outages.inc(),
    setState: (source) => {
      state = source;
    },
  };
}
