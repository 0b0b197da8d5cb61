import type { Call } from '../endpoint/call.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { CancelSignal } from '../model/cancellation.js';
import type { ActivityId } from '../model/ids.js';
import type { Secret } from '../model/secret.js';
import type { ReadOptions } from './cache/shared-reads.js';
import { UpstreamRejectedError } from '../model/upstream-errors.js';
import { UpstreamUsage } from './upstream-usage.js';

/** What the operations of a process share of the service. */
export interface Service {
  readonly call: Call;
  readonly reads: Reads;
}

/** Performs reads for many operations at once. @throws UpstreamError */
export interface Reads {
  read<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input, options: ReadOptions): Promise<Output>;
  /** Whether a read would be served from memory now. Left out where nothing is cached. */
  isCached?<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): boolean;
}

/** The service as one operation sees it: its reads can be shared and given up, its writes neither. */
export class Upstream {
  readonly usage: UpstreamUsage;

  /** @param maxCalls how many calls it may cause; answers from memory and those of others cost none. */
  constructor(
    private readonly service: Service,
    private readonly signal: CancelSignal,
    maxCalls = Infinity,
    /** What the operation's caller presented; no message of the service may repeat it. */
    private readonly credential?: Secret,
  ) {
    this.usage = new UpstreamUsage(maxCalls);
  }

  /** @throws UpstreamError, QueryTooComplexError */
  async read<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): Promise<Output> {
    return this.usage.during(
      this.#safely(this.service.reads.read(endpoint, activityId, input, { usage: this.usage, signal: this.signal })),
    );
  }

  isCached<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): boolean {
    return this.service.reads.isCached?.(endpoint, activityId, input) ?? false;
  }

  /** A call of its own, finished even when the caller hangs up. @throws UpstreamError, QueryTooComplexError where it is one too many: then nothing was sent */
  async write<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): Promise<Output> {
    this.usage.begin();
    return this.usage.during(this.#safely(this.service.call(endpoint, activityId, input, { onAttempt: this.usage.attempt })));
  }

  #safely<T>(reply: Promise<T>): Promise<T> {
    const { credential } = this;
    if (credential === undefined) return reply;
    return reply.catch((error: unknown) => {
      throw error instanceof UpstreamRejectedError ? error.hiding([credential]) : error;
    });
  }
}
