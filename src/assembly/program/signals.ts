/* How the program ends on SIGTERM and SIGINT. */

const signals = ['SIGTERM', 'SIGINT'] as const;

/** Until the program serves, a signal ends it immediately. Without a listener, Linux does not deliver one to the first process of a container. */
export function endOnSignals(): void {
  for (const signal of signals) process.on(signal, () => process.exit(0));
}

/** From now on, the first signal closes the program after the requests in progress. A second one ends it immediately. */
export function closeOnSignals(close: () => Promise<void>): void {
  let closing = false;
  const end = () => {
    if (closing) process.exit(1);
    closing = true;
    void close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of signals) process.removeAllListeners(signal).on(signal, end);
}
