/* The circuit of a path. */

import fc from 'fast-check';
import * as errors from '../../../src/records/errors.js';
import { Circuit, type CircuitEvidence, circuitRules, evidenceOf, ServicePaths } from '../../../src/service/transport/paths.js';

const endpointPath = '/api/ticket/data';
const { minAttempts, openMs } = circuitRules;

/** A circuit with a clock that the test moves. */
function circuit() {
  const clock = { now: 0 };
  const changes: boolean[] = [];
  const tested = new Circuit(
    endpointPath,
    () => clock.now,
    (_path, isOpen) => changes.push(isOpen),
  );
  /** Begins attempts and records immediately how they end. @returns the wait of a refused attempt, or 0 */
  const attempt = (evidence: CircuitEvidence, times = 1): number => {
    for (let n = 0; n < times; n += 1) {
      try {
        tested.record(tested.admit(), evidence);
      } catch (error) {
        return (error as errors.CircuitOpenError).retryAfterMs!;
      }
    }
    return 0;
  };
  return { clock, tested, attempt, changes };
}

/** An open circuit. */
function openCircuit() {
  const made = circuit();
  made.attempt('failure', minAttempts);
  return made;
}

test.each([
  ['no connection', new errors.UpstreamUnavailableError(endpointPath, false), 'failure'],
  ['a reset, or status 500', new errors.UpstreamUnavailableError(endpointPath, true), 'failure'],
  ['no reply in time', new errors.UpstreamTimeoutError(endpointPath, true), 'failure'],
  ['no connection in time', new errors.UpstreamTimeoutError(endpointPath, false), 'failure'],
  ['a redirect, or no HTTP', new errors.UpstreamInvalidResponseError(endpointPath, 'status', 'no redirect'), 'failure'],
  ['status 429', new errors.UpstreamRateLimitedError(endpointPath), 'success'],
  ['a cancelled call', new errors.CancelledError(endpointPath), 'ignored'],
  ['a permit that is lost', new errors.WritePermitLostError(), 'ignored'],
  ['an unexpected error', new TypeError('unexpected'), 'ignored'],
])('for the circuit, %s is evidence only of what the service did', (_what, error, evidence) => {
  expect(evidenceOf(error)).toBe(evidence);
});

test('a circuit opens as soon as it has counted 20 attempts, if half of them failed', () => {
  const { tested, attempt, changes } = circuit();
  attempt('success', 10);
  attempt('failure', 9);
  expect(tested.isOpen).toBe(false);
  attempt('failure');
  expect([tested.isOpen, changes]).toEqual([true, [true]]);
});

test('a circuit stays closed while less than half of the attempts fail', () => {
  const { tested, attempt } = circuit();
  for (let n = 0; n < 100; n += 1) for (const evidence of ['success', 'success', 'failure'] as const) attempt(evidence);
  expect(tested.isOpen).toBe(false);
});

test('failures leave the window one part after the other, not all at once', () => {
  const { clock, tested, attempt } = circuit();
  attempt('failure', 5);
  clock.now += 5_000;
  attempt('failure', 14);
  clock.now += 5_000;
  attempt('failure', 5);
  expect(tested.isOpen).toBe(false);
  attempt('failure');
  expect(tested.isOpen).toBe(true);
});

test('ignored attempts count neither as attempts nor as failures', () => {
  const { tested, attempt } = circuit();
  attempt('failure', 10);
  attempt('ignored', 50);
  attempt('success', 9);
  expect(tested.isOpen).toBe(false);
  attempt('failure');
  expect(tested.isOpen).toBe(true);
});

test('an open circuit reports the time that is left, at least a second', () => {
  const { clock, attempt } = openCircuit();
  expect(attempt('success')).toBe(5_000);
  clock.now += 4_900;
  expect(attempt('success')).toBe(1_000);
});

test('when the time of an open circuit is over, one attempt at a time is admitted, as a probe', () => {
  const { clock, tested, attempt } = openCircuit();
  clock.now += openMs;
  const probe = tested.admit();
  expect(attempt('success')).toBe(1_000);
  tested.record(probe, 'ignored');
  expect(() => tested.admit()).not.toThrow();
  expect(attempt('success')).toBe(1_000);
});

test('a successful probe closes the circuit and clears the counts; a failed one keeps it open for another five seconds', () => {
  const { clock, tested, attempt, changes } = openCircuit();
  clock.now += openMs;
  attempt('success');
  attempt('failure', minAttempts - 1);
  expect([tested.isOpen, changes]).toEqual([false, [true, false]]);
  attempt('failure');
  clock.now += openMs;
  attempt('failure');
  expect(attempt('success')).toBe(5_000);
});

test('a reply can prolong the pause of a path, and not shorten it', () => {
  const { pause } = new ServicePaths(() => 0).ofEndpoint(endpointPath);
  for (const retryAfterMs of [1_000, 4_000, 2_000, undefined])
    pause.extendAfter(new errors.UpstreamRateLimitedError(endpointPath, { retryAfterMs, reply: { status: 429, contentType: null } }));
  expect(pause.until).toBe(4_000);
});

test('an attempt admitted before the circuit opened neither closes nor extends it, nor counts after a probe closed it', () => {
  const { clock, tested, attempt } = circuit();
  const [late, later, ...others] = Array.from({ length: minAttempts + 2 }, () => tested.admit());
  attempt('failure', minAttempts);
  clock.now += 2_000;
  tested.record(late!, 'success');
  tested.record(later!, 'failure');
  expect(attempt('success')).toBe(3_000);
  clock.now += openMs;
  attempt('success');
  for (const admission of others) tested.record(admission, 'failure');
  expect(tested.isOpen).toBe(false);
});

test('after any history, an open circuit admits an attempt once its time has passed', () => {
  const evidence = fc.constantFrom<CircuitEvidence>('success', 'failure', 'ignored');
  fc.assert(
    fc.property(fc.array(fc.record({ end: evidence, passMs: fc.integer({ min: 0, max: 3_000 }) }), { maxLength: 80 }), (history) => {
      const { clock, tested, attempt } = circuit();
      for (const { end, passMs } of history) {
        clock.now += passMs;
        attempt(end);
      }
      clock.now += openMs;
      expect(() => tested.admit()).not.toThrow();
    }),
  );
});
