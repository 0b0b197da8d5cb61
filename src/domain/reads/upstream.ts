/* The event service as one GraphQL operation uses it: reads, which are shared, and writes. */

import { setMaxListeners } from 'node:events';
import type { CancelSignal } from '../../primitives/cancellation.js';
import type { Secret } from '../../primitives/secret.js';
import type { WaitBudget } from '../../primitives/waiting.js';
import { UpstreamRejectedError } from '../../records/errors.js';
import type { ActivityId } from '../../records/ids.js';
import type { Call } from '../../service/call.js';
import type { Endpoint, RepeatableBy } from '../../service/endpoints.js';
import type { WritePermit } from '../../service/transport/exchange.js';
import { type EndpointReader, type ReadGenerations, type ReadingOperation, UpstreamUsage } from './shared-reads.js';

/**
 * The access to the service that all GraphQL operations of a process share: `call` for writes, `reader` for reads that see those writes.
 */
export interface ServiceAccess {
  readonly call: Call;
  readonly reader: EndpointReader;
  readonly generations: ReadGenerations;
}

/** The access of one GraphQL operation. Reads can be shared and cancelled; writes cannot. */
export class OperationUpstream implements ReadingOperation {
  readonly usage: UpstreamUsage;
  #endedWrites = 0;

  /** @param maxCalls the maximum number of calls; cache hits and reads that share the call of another one do not count */
  constructor(
    private readonly service: ServiceAccess,
    readonly signal: CancelSignal,
    maxCalls = Infinity,
    /** The credential of the operation's caller, which is masked in messages of the service. */
    private readonly credential?: Secret,
    /** The time that the operation may wait for the store that replicas share; omitted if there is none. */
    readonly storeWait?: WaitBudget,
  ) {
    this.usage = new UpstreamUsage(maxCalls);
    // Every read adds a listener. Node would warn of a leak when the eleventh is added.
    if (signal instanceof AbortSignal) setMaxListeners(0, signal);
  }

  /**
   * Reads from the cache or the service. One that may not be repeated is shared too, but retried only if the service did nothing.
   * @throws UpstreamError, QueryTooComplexError
   */
  read<Input, Output>(endpoint: Endpoint<Input, Output, 'transport' | 'caller'>, activityId: ActivityId, input: Input): Promise<Output> {
    return this.usage.timed(() => this.#masked(this.service.reader.read(endpoint, activityId, input, this)));
  }

  /**
   * Performs a read whose call other operations may share although their input differs, as lookups of attendees by id do. It passes no
   * cache, so nothing made from it may be used again.
   * @param read receives this operation. @throws UpstreamError, QueryTooComplexError
   */
  readBySharedCall<Output>(read: (operation: ReadingOperation) => Promise<Output>): Promise<Output> {
    this.usage.limitFreshness(0);
    return this.usage.timed(() => this.#masked(read(this)));
  }

  /** The number of writes that have ended, whatever their outcome. What was read before the last one may have changed. */
  get endedWrites(): number {
    return this.#endedWrites;
  }

  /** Lets further reads of an activity share no call that is in flight now. */
  beginNextGeneration(activityId: ActivityId): void {
    this.service.generations.beginNext(activityId);
  }

  /** Whether the cache would serve a read now. */
  isCached<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): boolean {
    return this.service.reader.isCached?.(endpoint, activityId, input) ?? false;
  }

  /**
   * Writes by a separate call, which continues if the caller disconnects.
   * @param permit of a write that not even the caller may repeat: the permit of its row (domain/at-most-once), obtained before each
   * attempt. null, so that a repeat is another write, is right only if the caller chose no idempotency key, or if a repeat with this input
   * does no harm, as of `ssoLogin` without `addIfMissing`
   * @throws QueryTooComplexError before anything is sent, if the operation has made its maximum of calls;
   * UpstreamError, or an error of the permit
   */
  async write<Input, Output, By extends RepeatableBy>(
    endpoint: Endpoint<Input, Output, By>,
    activityId: ActivityId,
    input: Input,
    ...[permit]: 'none' extends By ? [permit: WritePermit | null] : []
  ): Promise<Output> {
    this.usage.reserveCall();
    const options = { onAttempt: this.usage.countAttempt, permit: permit ?? undefined };
    try {
      return await this.usage.timed(() => this.#masked(this.service.call(endpoint, activityId, input, options)));
    } finally {
      // A write that failed may have had an effect too.
      this.#endedWrites += 1;
      this.service.generations.beginNext(activityId);
    }
  }

  #masked<T>(reply: Promise<T>): Promise<T> {
    const { credential } = this;
    if (credential === undefined) return reply;
    return reply.catch((error: unknown) => {
      throw error instanceof UpstreamRejectedError ? error.withMasked([credential]) : error;
    });
  }
}
