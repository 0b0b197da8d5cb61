/* Gauges of the transport to the service. */

import { Gauge, type Registry } from 'prom-client';

/** The current state of the transport to the service, read when the metrics are requested. */
export interface ServiceState {
  /** The paths whose circuit is open. */
  openCircuits(): readonly string[];
  readonly load: Readonly<Record<'reads' | 'writes', { readonly active: number; readonly waiting: number }>>;
}

/** Registers the gauges. @returns a function that sets their source; until then they have no values */
export function createServiceGauges(registry: Registry): (state: ServiceState) => void {
  const registers = [registry];
  let service: ServiceState | undefined;
  /** Registers a gauge whose values are read when the metrics are requested. */
  const gauge = (
    name: string,
    help: string,
    label: string,
    read: (state: ServiceState) => Iterable<readonly [string, number]>,
    aggregator: 'sum' | 'max' = 'sum',
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      aggregator,
      collect() {
        this.reset();
        for (const [value, number] of service ? read(service) : []) this.set({ [label]: value }, number);
      },
    });
  gauge(
    'event_graph_open_circuits',
    'Paths of the event service whose circuit is open: attempts are refused and not sent',
    'operation',
    (state) => state.openCircuits().map((endpointPath) => [endpointPath, 1]),
    'max',
  );
  gauge('event_graph_upstream_active', 'Calls to the event service in progress', 'lane', ({ load }) =>
    Object.entries(load).map(([lane, { active }]) => [lane, active]),
  );
  gauge('event_graph_upstream_waiting', 'Calls to the event service that wait for a connection', 'lane', ({ load }) =>
    Object.entries(load).map(([lane, { waiting }]) => [lane, waiting]),
  );
  return (state) => {
    service = state;
  };
}
