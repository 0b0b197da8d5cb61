import { Circuit, type CircuitEvidence, type CircuitRules } from '../../src/transport/circuit.js';

const rules: CircuitRules = { windowMs: 10_000, minAttempts: 4, failureShare: 0.5, openMs: 5_000 };

/** A circuit with a clock that the test moves. */
function circuit() {
  const clock = { now: 0 };
  const tested = new Circuit(rules, () => clock.now);
  /** Admits a call and records its evidence at once. @returns the wait of a rejected call, or 0 */
  const call = (evidence: CircuitEvidence): number => {
    const admission = tested.admit();
    if (admission.waitMs === 0) tested.record(admission, evidence);
    return admission.waitMs;
  };
  return { clock, tested, call };
}

/** An open circuit. */
function openCircuit() {
  const made = circuit();
  for (let n = 0; n < rules.minAttempts; n += 1) made.call('failure');
  return made;
}

test('a circuit opens as soon as it has counted `minAttempts`, if the share of failures is `failureShare`', () => {
  const { tested, call } = circuit();
  for (const evidence of ['success', 'failure', 'success'] as const) call(evidence);
  expect(tested.isOpen).toBe(false);
  call('failure');
  expect(tested.isOpen).toBe(true);
});

test('a circuit stays closed below `failureShare`, however many attempts fail', () => {
  const { tested, call } = circuit();
  for (let n = 0; n < 100; n += 1) for (const evidence of ['success', 'success', 'failure'] as const) call(evidence);
  expect(tested.isOpen).toBe(false);
});

test('failures that are older than the window do not count', () => {
  const { clock, tested, call } = circuit();
  for (let n = 0; n < 3; n += 1) call('failure');
  clock.now += rules.windowMs;
  call('failure');
  expect(tested.isOpen).toBe(false);
});

test('failures leave the window one part after the other, not all at once', () => {
  const { clock, tested, call } = circuit();
  call('failure');
  clock.now += rules.windowMs / 2;
  for (let n = 0; n < 2; n += 1) call('failure');
  clock.now += rules.windowMs / 2;
  call('failure');
  expect(tested.isOpen).toBe(false);
  call('failure');
  expect(tested.isOpen).toBe(true);
});

test('ignored attempts count neither as attempts nor as failures', () => {
  const { tested, call } = circuit();
  for (let n = 0; n < 3; n += 1) call('failure');
  for (let n = 0; n < 50; n += 1) call('ignored');
  expect(tested.isOpen).toBe(false);
  call('success');
  expect(tested.isOpen).toBe(true);
});

test('an open circuit reports the time that is left, at least a second', () => {
  const { clock, call } = openCircuit();
  expect(call('success')).toBe(5_000);
  clock.now += 4_900;
  expect(call('success')).toBe(1_000);
});

test('when the time of an open circuit is over, one attempt at a time is admitted, as a probe', () => {
  const { clock, tested, call } = openCircuit();
  clock.now += rules.openMs;
  const probe = tested.admit();
  expect([probe, call('success')]).toEqual([{ waitMs: 0, probe: true }, 1_000]);
  tested.record(probe, 'ignored');
  expect(tested.admit()).toEqual({ waitMs: 0, probe: true });
});

test('a failed probe opens the circuit for the whole time again', () => {
  const { clock, call } = openCircuit();
  clock.now += rules.openMs;
  call('failure');
  expect(call('success')).toBe(5_000);
});

test('a successful probe closes the circuit and clears the counts', () => {
  const { clock, tested, call } = openCircuit();
  clock.now += rules.openMs;
  call('success');
  for (let n = 0; n < rules.minAttempts - 1; n += 1) call('failure');
  expect(tested.isOpen).toBe(false);
});

test('an attempt that was admitted before the circuit opened neither closes it nor extends it', () => {
  const { clock, tested, call } = circuit();
  const [late, later] = [tested.admit(), tested.admit()];
  for (let n = 0; n < rules.minAttempts; n += 1) call('failure');
  clock.now += 2_000;
  tested.record(late, 'success');
  tested.record(later, 'failure');
  expect(call('success')).toBe(3_000);
});
