/* What all reads have in common: their interface, their key, and the generations that may share a call. */

import type { CancelSignal } from '../../primitives/cancellation.js';
import type { ActivityId } from '../../records/ids.js';
import type { Endpoint } from '../../service/endpoints.js';
import type { UpstreamUsage } from './upstream-usage.js';

/** The interface by which GraphQL operations read from endpoints. SharedReads implements it by calls; ContentCache is in front of it. */
export interface EndpointReader {
  /**
   * Reads from an endpoint, for one operation. Content is returned as the object that the call has decoded, never as a copy: the size of
   * its reply is recorded for that object (service/call.ts), and the bound of ContentCache's memory depends on it.
   * @throws UpstreamError, QueryTooComplexError
   */
  read<Input, Output>(
    endpoint: Endpoint<Input, Output>,
    activityId: ActivityId,
    input: Input,
    operation: ReadingOperation,
  ): Promise<Output>;
  /** Whether the cache would serve a read now. Omitted by a reader without a cache. */
  isCached?<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): boolean;
}

/** The GraphQL operation that a read belongs to. */
export interface ReadingOperation {
  readonly usage: UpstreamUsage;
  /** Aborts when the operation is cancelled: its caller has disconnected, or its time is over. */
  readonly signal: CancelSignal;
}

/**
 * The key of a read: equal for reads of the same endpoint and activity with the same input. An input without members is the same as none.
 */
export function readKey<Input, Output>({ name }: Endpoint<Input, Output>, activityId: ActivityId, input: Input): string {
  return `${name} ${activityId} ${JSON.stringify(input ?? {})}`;
}

/**
 * Which reads may share a call or an execution: those of one generation. The next generation of an activity begins when its
 * records may have changed: when a write has ended, whatever its outcome, when the service pushes a check-in, and before a lookup
 * that must see an earlier write. For example:
 *
 *     0 ms     A reads the list of attendees: a call, which takes 80 ms
 *     10 ms    B reads the same list, and shares the call
 *     50 ms    a registration of B ends: the next generation
 *     60 ms    B reads the list: a call of its own. The reply to the first one may lack the new attendee
 *
 * Each process counts for itself: reads in other workers and replicas may still share a call that began before the write.
 * Content from the cache is as old as before.
 */
export class ReadGenerations {
  readonly #byActivity = new Map<ActivityId, number>();
  #latest = 0;

  /** The generation that began last in any activity: for what reads several of them. */
  get latest(): number {
    return this.#latest;
  }

  /** The generation in which reads of an activity begin now. */
  of(activityId: ActivityId): number {
    return this.#byActivity.get(activityId) ?? 0;
  }

  beginNext(activityId: ActivityId): void {
    this.#latest += 1;
    this.#byActivity.set(activityId, this.#latest);
  }
}
