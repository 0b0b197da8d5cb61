import type { Logger } from 'pino';

/** At most one line in so long: every call fails while the signer does. */
const quietMs = 60_000;

/**
 * Logs failures of the signer module: the first at once, then at most one line a minute with the number of failures since.
 * @param now milliseconds, never backwards
 */
export function signingFailureLog(log: Logger, now: () => number): (operation: string, cause: string) => void {
  let loggedAt = -Infinity;
  let unlogged = 0;
  return (operation, cause) => {
    if (now() - loggedAt < quietMs) {
      unlogged += 1;
      return;
    }
    log.error({ operation, cause, ...(unlogged > 0 && { failuresSince: unlogged }) }, message);
    loggedAt = now();
    unlogged = 0;
  };
}

const message =
  'A request cannot be signed, so it was not sent. EVENT_SERVICE_SIGNER_MODULE must return 32 hexadecimal characters within ' +
  'EVENT_SERVICE_TIMEOUT_MS; check the module and what it calls.';
