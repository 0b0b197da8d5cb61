import type { RegistrationResult } from '../model/registration.js';

/** What is remembered of a write: that it is under way or unknown, or how it ended. Nothing of its input can be read from it. */
export interface OutcomeRecord {
  /** A keyed digest of the input: tells another input without holding it. */
  readonly fingerprint: string;
  /** Milliseconds since the epoch; before the first byte was sent. */
  readonly startedAt: number;
  /** null while the outcome is not known. */
  readonly result: StoredResult | null;
}

export type StoredResult = Omit<RegistrationResult, 'replayed'>;

/** Remembers writes for a day, by an opaque key. */
export interface OutcomeStore {
  /** @returns null for a key that is not remembered, or no longer. */
  read(key: string): Promise<OutcomeRecord | null>;
  /** Remembers that a write begins. @returns false where the key is taken. */
  begin(key: string, record: Omit<OutcomeRecord, 'result'>): Promise<boolean>;
  /** Remembers how it ended. */
  finish(key: string, result: StoredResult): Promise<void>;
  /** Forgets a write that certainly was not sent. */
  forget(key: string): Promise<void>;
  close(): Promise<void>;
}

/** How long an outcome is remembered. */
export const rememberedMs = 24 * 60 * 60 * 1000;
