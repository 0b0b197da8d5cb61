/* Log lines about a signer module that fails. */

import type { Logger } from 'pino';

/** Minimum interval of log lines: while the signer fails, every call fails. */
const logEveryMs = 60_000;

/**
 * Returns a function that logs failures of the signer module: the first one immediately, later ones in at most one line a minute with
 * the number of failures since the last line. @param now milliseconds of a monotonic clock
 */
export function createSigningFailureLog(log: Logger, now: () => number): (endpointPath: string, cause: string) => void {
  let loggedAt = -Infinity;
  let unlogged = 0;
  return (endpointPath, cause) => {
    if (now() - loggedAt < logEveryMs) {
      unlogged += 1;
      return;
    }
    log.error({ operation: endpointPath, cause, ...(unlogged > 0 && { failuresSince: unlogged }) }, message);
    loggedAt = now();
    unlogged = 0;
  };
}

const message =
  'A request was not sent because it cannot be signed. EVENT_SERVICE_SIGNER_MODULE must return 32 hexadecimal characters within ' +
  'EVENT_SERVICE_TIMEOUT_MS; check the module and what it calls.';
