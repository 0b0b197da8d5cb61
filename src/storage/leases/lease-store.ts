import type { WaitBudget } from '../../primitives/waiting.js';
import type { RowCommand, RowReply } from './row-commands.js';

/**
 * The interface of a store of recorded writes that several replicas share, such as Redis or a file. It may be out of reach.
 * A step without a budget may wait as long as one operation.
 */
export interface LeaseStore {
  /** A random string, created with the store. Read from the store each time: a store that lost its rows has another salt. */
  salt(storeWait?: WaitBudget): Promise<string>;
  /** Applies a command atomically. @throws Error if there is no reply in time; the command may be applied nevertheless, even later */
  perform(name: string, command: RowCommand, storeWait?: WaitBudget): Promise<RowReply>;
  /** Registers work that runs when the store is within reach again, before other commands of this process. */
  beforeUse(work: (perform: (name: string, command: RowCommand) => Promise<RowReply>) => Promise<void>): void;
  close(): Promise<void>;
}
