/* How the program ends on SIGTERM and SIGINT. */

const signals = ['SIGTERM', 'SIGINT'] as const;

/** Until the program serves, a signal ends it immediately. Without a listener, Linux does not deliver one to the first process of a container. */
export function endOnSignals(): void {
  for (const signal of signals) process.on(signal, () => process.exit(0));
}

/**
 * A signal that arrives in this time after the first one is the same one, in milliseconds. Ctrl+C in a terminal reaches the program and npm, and
 * npm passes it on to the program.
 */
const sameSignalMs = 1_000;

/** From now on, the first signal closes the program after the requests in progress. A second one ends it immediately. */
export function closeOnSignals(close: () => Promise<void>): void {
  let closingSince: number | undefined;
  const end = () => {
    if (closingSince !== undefined) {
      if (performance.now() - closingSince >= sameSignalMs) process.exit(1);
      return;
    }
    closingSince = performance.now();
    void close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of signals) process.removeAllListeners(signal).on(signal, end);
}
