/**
 * The permit to send a recorded write. Another process takes a write over if this one seems to have ended; a process that only
 * slept must find out before it sends. It is no right of a caller: those are scopes.
 */
export interface WritePermit {
  /** Asks the store, before each attempt. @throws AttemptLostError, StateUnavailableError: the write must not be sent */
  obtain(): Promise<void>;
  /** Whether the permit that was obtained last is still valid. Checked on an open connection, immediately before the first byte. */
  readonly isValid: () => boolean;
}
