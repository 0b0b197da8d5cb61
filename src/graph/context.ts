import type { CancelSignal } from '../model/cancellation.js';
import type { Caller } from '../model/caller.js';
import type { Activities } from '../domain/activities.js';
import type { StockFeeds } from '../domain/stock-feeds.js';
import type { Audit } from './access/audit.js';

/** What every resolver of one operation shares. Nothing of it outlives the operation. */
export interface GraphContext {
  readonly caller: Caller;
  readonly activities: Activities;
  /** Stock as it changes; shared by all operations. */
  readonly stockFeeds: StockFeeds;
  /** What of the operation is to be told afterwards. */
  readonly audit: Audit;
  /** What the operation took of the service so far. */
  readonly usage: Usage;
  /** What the answer carries beside data and errors; undefined for nothing. Asked for once, when the operation is done. */
  responseExtensions(): Record<string, unknown> | undefined;
}

export interface Usage {
  /** Attempts made; retries count. */
  readonly calls: number;
  /** Reads that joined one already under way. */
  readonly coalesced: number;
  /** Answers taken from memory, stale ones included. */
  readonly cached: number;
  readonly stale: readonly unknown[];
  /** For how long the whole answer may be served anew. */
  readonly freshMs: number;
}

/** Makes the context of one operation. The signal aborts when the caller hangs up or the operation's time is over. */
export type CreateContext = (operation: { readonly caller: Caller; readonly signal: CancelSignal }) => GraphContext;
