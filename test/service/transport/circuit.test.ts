import { Circuit, type CircuitEvidence, type CircuitRules } from '../../../src/service/transport/circuit.js';

const rules: CircuitRules = { windowMs: 10_000, minAttempts: 4, failureFraction: 0.5, openMs: 5_000 };

/** A circuit with a clock that the test moves. */
function circuit() {
  const clock = { now: 0 };
  const tested = new Circuit(rules, () => clock.now);
  /** Begins an attempt and records immediately how it ends. @returns the wait of a refused attempt, or 0 */
  const attempt = (evidence: CircuitEvidence): number => {
    const admission = tested.admit();
    if (admission.waitMs === 0) tested.record(admission, evidence);
    return admission.waitMs;
  };
  return { clock, tested, attempt };
}

/** An open circuit. */
function openCircuit() {
  const made = circuit();
  for (let n = 0; n < rules.minAttempts; n += 1) made.attempt('failure');
  return made;
}

test('a circuit opens as soon as it has counted `minAttempts`, if the fraction of failures is `failureFraction`', () => {
  const { tested, attempt } = circuit();
  for (const evidence of ['success', 'failure', 'success'] as const) attempt(evidence);
  expect(tested.isOpen).toBe(false);
  attempt('failure');
  expect(tested.isOpen).toBe(true);
});

test('a circuit stays closed below `failureFraction`, however many attempts fail', () => {
  const { tested, attempt } = circuit();
  for (let n = 0; n < 100; n += 1) for (const evidence of ['success', 'success', 'failure'] as const) attempt(evidence);
  expect(tested.isOpen).toBe(false);
});

test('failures that are older than the window do not count', () => {
  const { clock, tested, attempt } = circuit();
  for (let n = 0; n < 3; n += 1) attempt('failure');
  clock.now += rules.windowMs;
  attempt('failure');
  expect(tested.isOpen).toBe(false);
});

test('failures leave the window one part after the other, not all at once', () => {
  const { clock, tested, attempt } = circuit();
  attempt('failure');
  clock.now += rules.windowMs / 2;
  for (let n = 0; n < 2; n += 1) attempt('failure');
  clock.now += rules.windowMs / 2;
  attempt('failure');
  expect(tested.isOpen).toBe(false);
  attempt('failure');
  expect(tested.isOpen).toBe(true);
});

test('ignored attempts count neither as attempts nor as failures', () => {
  const { tested, attempt } = circuit();
  for (let n = 0; n < 3; n += 1) attempt('failure');
  for (let n = 0; n < 50; n += 1) attempt('ignored');
  expect(tested.isOpen).toBe(false);
  attempt('success');
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
  clock.now += rules.openMs;
  const probe = tested.admit();
  expect({ probe, secondWaitMs: attempt('success') }).toEqual({
    probe: { waitMs: 0, isProbe: true, openings: 1 },
    secondWaitMs: 1_000,
  });
  tested.record(probe, 'ignored');
  expect(tested.admit()).toEqual({ waitMs: 0, isProbe: true, openings: 1 });
});

test('a failed probe keeps the circuit open for another `openMs`', () => {
  const { clock, attempt } = openCircuit();
  clock.now += rules.openMs;
  attempt('failure');
  expect(attempt('success')).toBe(5_000);
});

test('a successful probe closes the circuit and clears the counts', () => {
  const { clock, tested, attempt } = openCircuit();
  clock.now += rules.openMs;
  attempt('success');
  for (let n = 0; n < rules.minAttempts - 1; n += 1) attempt('failure');
  expect(tested.isOpen).toBe(false);
});

test('an attempt that was admitted before the circuit opened neither closes it nor extends it', () => {
  const { clock, tested, attempt } = circuit();
  const [late, later] = [tested.admit(), tested.admit()];
  for (let n = 0; n < rules.minAttempts; n += 1) attempt('failure');
  clock.now += 2_000;
  tested.record(late, 'success');
  tested.record(later, 'failure');
  expect(attempt('success')).toBe(3_000);
});

test('attempts that were admitted before the circuit opened do not count after a probe closed it', () => {
  const { clock, tested, attempt } = circuit();
  const late = Array.from({ length: rules.minAttempts }, () => tested.admit());
  for (let n = 0; n < rules.minAttempts; n += 1) attempt('failure');
  clock.now += rules.openMs;
  attempt('success');
  for (const admission of late) tested.record(admission, 'failure');
  expect(tested.isOpen).toBe(false);
});
