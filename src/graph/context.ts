import type { Caller } from '../model/caller.js';
import type { Activities } from '../domain/activities.js';

/** What every resolver of one operation shares. Nothing of it outlives the operation. */
export interface GraphContext {
  readonly caller: Caller;
  readonly activities: Activities;
  /** What the answer carries beside data and errors; undefined for nothing. Asked for once, when the operation is done. */
  answerExtensions(): Record<string, unknown> | undefined;
}

/** Makes the context of one operation. The signal aborts when the caller hangs up or the operation's time is over. */
export type CreateContext = (operation: { readonly caller: Caller; readonly signal: AbortSignal }) => GraphContext;
