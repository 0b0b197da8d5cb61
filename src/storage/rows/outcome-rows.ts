/* The interface of a store of rows, over which an outcome store encrypts its outcomes. */

import type { BeginOptions, StepOptions, WriteProgress } from '../../domain/at-most-once/outcome-store.js';

/** A recorded write as it is stored. */
export interface OutcomeRow {
  /** Milliseconds since the epoch. Not encrypted, since rows expire by it. */
  readonly startedAt: number;
  /** The fingerprint and the result of the outcome, encrypted. */
  readonly sealed: string;
}

/** A row as it is read, still encrypted. */
export type StoredRow = OutcomeRow & WriteProgress;

/**
 * Rows that outlive the process. Others may read them, so they contain only digests as names and sealed outcomes. Every method
 * throws a StateUnavailableError if the store cannot be reached or written; a row whose addition failed is removed again.
 */
export interface OutcomeRows {
  /** A random string, created with the store and never changed. The names of the rows are derived from it. */
  salt(options?: StepOptions): Promise<string>;
  /** Reads the row of a name. @returns null if there is no such row or it has expired */
  read(name: string, options?: StepOptions): Promise<StoredRow | null>;
  /** Adds the row of a write that this process performs. @returns null if the name exists */
  begin(name: string, row: OutcomeRow, options?: BeginOptions): Promise<OwnedRow | null>;
  /** Removes the row of an earlier write, if it is still this version and no process performs it. */
  clear(name: string, version: string, options?: StepOptions): Promise<void>;
  close(): Promise<void>;
}

/** The row of a write that this process performs. One of the last three methods ends the write. */
export interface OwnedRow {
  /** Asks, before the write is sent, whether the row still belongs to it. @returns false if it must not be sent */
  obtainPermit(): Promise<boolean>;
  /** Whether the permit that was obtained last is still valid. Checked immediately before the first byte. */
  isPermitValid(): boolean;
  /** Replaces the sealed part: the result is known. */
  complete(sealed: string): Promise<void>;
  /** Leaves the row as it is: the outcome is unknown, for all processes at once. */
  release(): Promise<void>;
  /** Removes the row: certainly nothing was sent or done. */
  withdraw(): Promise<void>;
}

/** Called when the store stops to work, with a word for the cause such as SQLITE_FULL, and when it works again. */
export interface StoreObserver {
  readonly onOutage: (cause: string) => void;
  readonly onRecovery: () => void;
}
