/* The interface of a store of outcomes: one row for each recorded write, for a day. Other programs call it an idempotency record. */

import type { WaitBudget } from '../../primitives/waiting.js';
import type { WritePermit } from '../../service/transport/exchange.js';

/** A recorded write as it is read, decrypted. */
export interface StoredWrite {
  /** The fingerprint of the input, to compare it with another input; null if it cannot be read any more. */
  readonly fingerprint: string | null;
  /** The time before the first byte was sent, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** The result of a completed write, a JSON object; null while the outcome is unknown, and if it cannot be read any more. */
  readonly result: object | null;
  /** Distinguishes two writes under one name. */
  readonly version: string;
  /** Whether a living process performs the write, so that its result is yet to come. */
  readonly running: boolean;
  /** The time since the last moment at which the write may have been sent, such as the end of its process's lease, in milliseconds. */
  readonly quietMs: number;
}

/** A write that begins. */
interface NewWrite extends Pick<StoredWrite, 'fingerprint' | 'startedAt'> {
  /** The version of a row that the new row replaces, if the row is still that one and no process performs its write. */
  readonly replacing?: string | undefined;
}

/** The time for which an outcome is stored. */
export const retentionMs = 24 * 60 * 60 * 1000;

/**
 * Stores the outcomes of writes for a day. Every method except `nameOf` takes the name that `nameOf` returns for a key, and every
 * method throws a StateUnavailableError if the store cannot be reached or written.
 *
 * `storeWait` is how long a step may wait, where the store can be slow. Omitted: a default applies.
 */
export interface OutcomeStore {
  /** The name under which the row of a key is stored. */
  nameOf(key: string, storeWait?: WaitBudget): Promise<string>;
  /** Reads the row of a name. @returns null if there is no row or it has expired */
  read(name: string, storeWait?: WaitBudget): Promise<StoredWrite | null>;
  /** Records that a write begins, atomically. @returns null if the name has a row */
  begin(name: string, write: NewWrite, storeWait?: WaitBudget): Promise<RecordedWrite | null>;
  close(): Promise<void>;
}

/**
 * A write that this process has recorded, and the permit to send it. One of the last three methods ends it. These never reject: an end that
 * the store is out of reach for is stored later.
 */
export interface RecordedWrite extends WritePermit {
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  /** Adds the result to the row. */
  complete(result: object): Promise<void>;
  /** Leaves the row without a result: the outcome is unknown, for all processes at once. */
  release(): Promise<void>;
  /** Removes the row: certainly nothing was sent or done. */
  withdraw(): Promise<void>;
}
