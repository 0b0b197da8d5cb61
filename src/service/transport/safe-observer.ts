/** Returns an observer that never throws: an error in a counter or a log must not turn a reply into a failure. */
export function safeObserver<Facts extends unknown[]>(observe: (...facts: Facts) => void): (...facts: Facts) => void {
  return (...facts) => {
    try {
      observe(...facts);
    } catch {
      // The observer is the log or the metrics, so there is nothing left to report to.
    }
  };
}
