/* The metrics of what outlives an operation: Redis, or the state file. */

import { Counter, Gauge, type Registry } from 'prom-client';

/** A store as the metrics read it. */
export interface StoreState {
  readonly isUp: boolean;
}

export interface StoreMetrics {
  /** Counts an outage of Redis, when it begins. */
  readonly countOutage: () => void;
  /** Sets the Redis that replicas share, which also stores the outcomes of registrations. */
  setRedis(state: StoreState): void;
  /** Sets the state file, where there is no Redis. */
  setStateFile(state: StoreState): void;
}

export function createStoreMetrics(registry: Registry): StoreMetrics {
  const registers = [registry];
  const setRedis = createStateGauge(registry, 'event_graph_redis_up', 'Whether Redis can be used (REDIS_URL): 1, or 0 during an outage');
  const setStore = createStateGauge(
    registry,
    'event_graph_state_store_up',
    'Whether registrations can be recorded, in STATE_FILE or in Redis: 1, or 0 while they are refused',
  );
  const outages = new Counter({ name: 'event_graph_redis_outages_total', help: 'Outages of Redis that have begun', registers });
  return {
    countOutage: () => outages.inc(),
    setRedis: (state) => {
      setRedis(state);
      setStore(state);
    },
    setStateFile: setStore,
  };
}

/** Creates a gauge of whether something works: 1 or 0, and no value without a source. @returns a function that sets its source */
function createStateGauge(registry: Registry, name: string, help: string): (state: StoreState) => void {
  let state: StoreState | undefined;
  const up: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    // Of several workers, one without a store is enough to refuse registrations.
    aggregator: 'min',
    collect: () => (state === undefined ? up.remove() : up.set(state.isUp ? 1 : 0)),
  });
  return (source) => {
    state = source;
  };
}
