import type { RegistrationResult } from '../../model/registration.js';

/** The record of one attempt to write. */
export interface OutcomeRecord {
  /** A keyed digest of the input, to compare it with another input; null if it cannot be read any more. */
  readonly fingerprint: string | null;
  /** The time before the first byte was sent, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** The result of a completed attempt; null while the outcome is unknown, and if it cannot be read any more. */
  readonly result: StoredResult | null;
}

export type StoredResult = Omit<RegistrationResult, 'replayed'>;

/** Stores the outcomes of writes for a day. Every method but `nameOf` takes the name that `nameOf` returns for a key. */
export interface OutcomeStore {
  /** The name under which the record of a key is stored. */
  nameOf(key: string): Promise<string>;
  /** @returns null if there is no record or it has expired */
  read(name: string): Promise<OutcomeRecord | null>;
  /** Records that an attempt begins, atomically. @returns false if the name has a record */
  begin(name: string, attempt: Omit<OutcomeRecord, 'result'>): Promise<boolean>;
  /** Adds the result to the record of an attempt. */
  finish(name: string, record: OutcomeRecord): Promise<void>;
  /** Removes the record of an attempt that had no effect. */
  forget(name: string): Promise<void>;
  close(): Promise<void>;
}

/** The time for which an outcome is stored. */
export const retentionMs = 24 * 60 * 60 * 1000;
