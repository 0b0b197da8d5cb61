import type { Call } from '../endpoint/call.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import type { ActivityId } from '../model/ids.js';
import type { ReadOptions } from './shared-reads.js';
import { Tally } from './tally.js';

/** What the operations of a process share of the service. */
export interface Service {
  readonly call: Call;
  readonly reads: Reads;
}

/** Performs reads for many operations at once. @throws UpstreamError */
export interface Reads {
  read<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input, options: ReadOptions): Promise<Output>;
}

/** The service as one operation sees it: its reads can be shared and given up, its writes neither. */
export class Upstream {
  readonly tally = new Tally();

  constructor(
    private readonly service: Service,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws UpstreamError */
  read<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): Promise<Output> {
    return this.tally.during(this.service.reads.read(endpoint, activityId, input, { tally: this.tally, signal: this.signal }));
  }

  /** A call of its own, finished even when the caller hangs up. @throws UpstreamError */
  write<Input, Output>(endpoint: Endpoint<Input, Output>, activityId: ActivityId, input: Input): Promise<Output> {
    return this.tally.during(this.service.call(endpoint, activityId, input, { onAttempt: this.tally.attempt }));
  }
}
