import type { RegistrationResult } from '../../model/registration.js';

/** What is remembered of a write: that it is under way or unknown, or how it ended. */
export interface OutcomeRecord {
  /** A keyed digest of the input: distinguishes it from another input. null where it can no longer be read. */
  readonly fingerprint: string | null;
  /** Milliseconds since the epoch; before the first byte was sent. */
  readonly startedAt: number;
  /** null while the outcome is not known, and where it can no longer be read. */
  readonly result: StoredResult | null;
}

export type StoredResult = Omit<RegistrationResult, 'replayed'>;

/** Remembers writes for a day. All but `locate` take the name that `locate` returns for a key. */
export interface OutcomeStore {
  /** The name under which the outcome of a key is stored. */
  locate(key: string): Promise<string>;
  /** @returns null for a key that is not remembered, or no longer. */
  read(name: string): Promise<OutcomeRecord | null>;
  /** Remembers that a write begins. @returns false where the key is taken. */
  begin(name: string, record: Omit<OutcomeRecord, 'result'>): Promise<boolean>;
  /** Remembers how it ended. */
  finish(name: string, record: OutcomeRecord): Promise<void>;
  /** Forgets a write that certainly was not sent. */
  forget(name: string): Promise<void>;
  close(): Promise<void>;
}

/** How long an outcome is remembered. */
export const rememberedMs = 24 * 60 * 60 * 1000;
