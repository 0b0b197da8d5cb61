import type { CancelSignal } from '../../primitives/cancellation.js';
import type { ActivityId } from '../../records/ids.js';
import type { Endpoint } from '../../service/endpoints.js';
import type { UpstreamUsage } from './upstream-usage.js';

/** The interface by which GraphQL operations read from endpoints. SharedReads implements it by calls; ContentCache is in front of it. */
export interface EndpointReader {
  /**
   * Reads from an endpoint, for one operation. Content is returned as the object that the call has decoded, never as a copy: the size of its
   * reply is recorded for that object (service/call.ts), and the bound of ContentCache's memory depends on it.
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
