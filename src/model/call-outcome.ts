/**
 * How an attempt to call the event service ends, as the metrics count it. `replied` includes replies with code 0, `circuit_open`
 * and `overloaded` are attempts that were not sent, and `defect` is an error of this program.
 */
export const callOutcomes = [
  'replied',
  'cancelled',
  'circuit_open',
  'overloaded',
  'rate_limited',
  'timeout',
  'unavailable',
  'invalid_response',
  'defect',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];
