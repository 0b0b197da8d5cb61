/**
 * The permit to send a recorded write. If this process seems to have ended, another one takes its write over. A process that was only
 * suspended must learn that before it sends. The permit is not a right of a caller, which is a scope.
 */
export interface WritePermit {
  /** Asks the store, before each attempt. @throws WritePermitLostError, StateUnavailableError: the write must not be sent */
  obtain(): Promise<void>;
  /** Whether the permit that was obtained last is still valid. Checked on an open connection, immediately before the first byte. */
  readonly isValid: () => boolean;
}
