/** An observer whose exceptions do not reach the calls that it observes: a reply must not be lost to a counter or a log. */
export function guarded<Facts extends unknown[]>(observe: (...facts: Facts) => void): (...facts: Facts) => void {
  return (...facts) => {
    try {
      observe(...facts);
    } catch {
      // Nobody is left to report it to: the observer is what reports.
    }
  };
}
