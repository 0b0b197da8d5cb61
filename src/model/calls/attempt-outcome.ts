/**
 * How an attempt of a call to the event service ends, as the metrics count it. `ok`: the envelope's code is 1. `rejected`: it is 0.
 * `invalid_response`: there is no envelope; an invalid field inside a record does not count. `circuit_open` and `overloaded` are
 * attempts that were not sent, and `defect` is an error of this program.
 */
export const attemptOutcomes = [
  'ok',
  'rejected',
  'cancelled',
  'circuit_open',
  'overloaded',
  'rate_limited',
  'timeout',
  'unavailable',
  'invalid_response',
  'defect',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];
