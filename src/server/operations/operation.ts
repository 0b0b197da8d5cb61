import type { GraphContext, OperationReads, UsageCounts } from '../../graph/context.js';
import type { JsonText } from '../../primitives/json-writer.js';
import type { EndedWork } from '../work.js';
import type { HeldCancellation } from './held-cancellation.js';
import type { SharedData } from './shared-data.js';

/** One operation over HTTP while it runs. */
export interface Operation {
  readonly method: string;
  /** The body, or the query string of a GET, that the parameters were read from. The text of the document is in them. */
  readonly requestText: string;
  readonly context: GraphContext;
  /** Cancels what the operation reads: its context has it as `signal`. */
  readonly cancellation: HeldCancellation;
}

/** The result of an operation over HTTP. */
export interface OperationResult extends EndedWork {
  readonly data?: ResponseData | null;
  /** The data in the form that several requests share. `data` is omitted if the operation was not executed for this request. */
  readonly shared?: SharedData;
  readonly extensions?: Record<string, unknown>;
  /** True for a mutation or a subscription that was requested by GET. */
  readonly wrongMethod: boolean;
  /** Time for which the caller's own cache may reuse the response. Omitted if it may not. */
  readonly maxAgeSeconds?: number;
}

export type ResponseData = Record<string, unknown> | JsonText;

/** The response of an earlier operation that later requests get as well, and the reads that it replaces. */
export interface StoredResponse extends OperationResult {
  readonly shared: SharedData;
  readonly reads: OperationReads;
  readonly usage: UsageCounts;
}
