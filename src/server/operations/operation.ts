import type { OperationReads, UsageCounts } from '../../graph/context.js';
import type { SharedData } from '../http/shared-data.js';
import type { HeldCancellation } from './held-cancellation.js';
import type { Parameters } from './parameters.js';
import type { OperationWork, Runner, WorkResult } from './work.js';

/** One GraphQL operation over HTTP to run: its request and its context. */
export interface Operation extends OperationWork {
  /** The HTTP method. */
  readonly method: string;
  /** The body or the query string that the parameters were read from. */
  readonly text: string;
  readonly parameters: Parameters;
  /** The signal of the context. */
  readonly cancellation: HeldCancellation;
}

/** The result of an operation over HTTP. */
export interface OperationResult extends WorkResult {
  /** The data in the form that several requests share. `data` is omitted if the operation was not executed for this request. */
  readonly shared?: SharedData;
  readonly extensions?: Record<string, unknown>;
  /** True for a mutation or a subscription that was requested by GET. */
  readonly wrongMethod: boolean;
  /** Time for which the caller's own cache may reuse the response. Omitted: not at all. */
  readonly maxAgeSeconds?: number;
}

/** The response of an earlier operation that later requests get as well, and the reads that it replaces. */
export interface StoredResponse extends OperationResult {
  readonly shared: SharedData;
  readonly reads: OperationReads;
  readonly usage: UsageCounts;
}

/** Runs operations over HTTP: operation-runner.ts, inside the wrappers. */
export type OperationRunner = Runner<Operation, OperationResult>;
