/* Shared reads, also called single-flight: equal reads at the same time are one call to the service. */

import { InFlightTable } from '../../primitives/in-flight-table.js';
import type { ActivityId } from '../../records/ids.js';
import type { Call } from '../../service/call.js';
import type { Endpoint } from '../../service/endpoints.js';
import type { ReadGenerations } from './read-generations.js';
import { readKey } from './read-key.js';
import type { EndpointReader, ReadingOperation } from './reader.js';
import { SharedCall } from './shared-call.js';
import type { UpstreamUsage } from './upstream-usage.js';

interface CallInFlight {
  readonly shared: SharedCall<unknown>;
  readonly generation: number;
}

/**
 * A reader in which equal reads that are in flight at the same time share one call to the service ({@link SharedCall}). If ten operations
 * need the tickets of one activity at once, for example, the service receives one call. It counts for the operation that started it, and as
 * a coalesced read for the nine others.
 *
 * - Reads are equal if endpoint, activity and input are. Callers do not matter: the service returns the same
 *   to each of them, and access to fields is checked in the graph.
 * - A read shares no call that began before a write of the same activity ended ({@link ReadGenerations}).
 * - Nothing is stored. A read that begins after the reply has arrived, or after the call was cancelled, is a call of its own.
 *
 * Lookups of attendees by different ids share calls as well: see `domain/attendees/shared-id-lookups.ts`.
 */
export class SharedReads implements EndpointReader {
  readonly #inFlight = new InFlightTable<CallInFlight>();

  constructor(
    private readonly call: Call,
    private readonly generations: ReadGenerations,
  ) {}

  /** Reads by a call of its own, or shares that of an equal read in flight. @throws UpstreamError, QueryTooComplexError */
  read<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    { usage, signal }: ReadingOperation,
  ): Promise<Output> {
    const key = readKey(endpoint, activityId, input);
    const inFlight = this.#inFlight.get(key);
    if (inFlight?.generation === this.generations.of(activityId)) {
      usage.countSharedRead();
      return inFlight.shared.read(signal) as Promise<Output>;
    }
    usage.reserveCall();
    return this.#start(key, endpoint, activityId, input, usage).read(signal) as Promise<Output>;
  }

  #start<Input, Output>(
    key: string,
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    usage: UpstreamUsage,
  ): SharedCall<unknown> {
    const remove = () => this.#inFlight.delete(key, inFlight);
    const shared: SharedCall<unknown> = new SharedCall(
      (signal) => this.call(endpoint, activityId, input, { signal, onAttempt: usage.countAttempt }),
      { endpointPath: endpoint.path, releases: endpoint.cachedAs === undefined, onAbandoned: remove },
    );
    const inFlight: CallInFlight = { shared, generation: this.generations.of(activityId) };
    this.#inFlight.set(key, inFlight);
    shared.onSettled(remove);
    return shared;
  }
}
