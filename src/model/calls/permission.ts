/**
 * The permission to send a write at all. Another process takes a write over if this one seems to have ended; a process that only
 * slept must find out before it sends.
 */
export interface Permission {
  /** Asks the store, before each attempt. @throws AttemptLostError, StateUnavailableError: the write must not be sent */
  permit(): Promise<void>;
  /** Whether the last permission is still valid. Checked on an open connection, immediately before the first byte. */
  readonly isValid: () => boolean;
}
