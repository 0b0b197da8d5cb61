/**
 * The permit to send a recorded write: its row still belongs to this process. If a process seems to have ended, another one may record a
 * new write under the same key. A process that was only suspended must learn that before it sends, or the write would be sent twice. The
 * permit is checked twice: by a request to the store before each attempt, and by the clock immediately before the first byte.
 */
export interface WritePermit {
  /** Asks the store, before each attempt. @throws WritePermitLostError, StateUnavailableError: the write must not be sent */
  obtain(): Promise<void>;
  /** Whether the permit that was obtained last is still valid. Checked on an open connection, immediately before the first byte. */
  readonly isValid: () => boolean;
}
