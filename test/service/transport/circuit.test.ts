import fc from 'fast-check';
import {
  CancelledError,
  SigningFailedError,
  UpstreamInvalidResponseError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../../src/records/errors.js';
import { Circuit, type CircuitRules, circuitRules, Circuits, withCircuitBreaker } from '../../../src/service/transport/circuit.js';
import type { CircuitEvidence } from '../../../src/service/transport/observation.js';
import { withObservation } from '../../../src/service/transport/observation.js';
import type { Transport } from '../../../src/service/transport/transport.js';
import { bounds, request } from './request.js';

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

const endpointPath = '/api/ticket/data';
const reply = { status: 200, headers: {}, body: Buffer.alloc(0) };
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.name : 'no error'),
  );

/** A breaker over a transport that replies or throws `state.error`, with a clock that the test moves. */
function breaker(onChange?: (endpointPath: string, isOpen: boolean) => void) {
  const state = { now: 0, error: null as Error | null, sent: 0 };
  const transport: Transport = async () => {
    state.sent += 1;
    if (state.error) throw state.error;
    return reply;
  };
  const circuits = new Circuits(circuitRules, () => state.now, onChange);
  const broken = withCircuitBreaker(transport, circuits);
  const attempt = (path = endpointPath) => outcome(broken(request({ endpointPath: path }), bounds()));
  const attemptWith = (error: Error | null) => {
    state.error = error;
    return attempt();
  };
  return { state, attempt, attemptWith, isOpen: () => circuits.openPaths().length > 0 };
}

test.each<[what: string, error: Error, opens: boolean]>([
  ['no connection', new UpstreamUnavailableError(endpointPath, false), true],
  ['a reset', new UpstreamUnavailableError(endpointPath, true), true],
  ['no reply in time', new UpstreamTimeoutError(endpointPath, true), true],
  ['no connection in time', new UpstreamTimeoutError(endpointPath, false), true],
  ['an invalid response', new UpstreamInvalidResponseError(endpointPath, 'status', 'no redirect'), true],
  ['429', new UpstreamRateLimitedError(endpointPath), false],
  ['no signature', new SigningFailedError(endpointPath), false],
  ['a timeout in the queue or in the signer', new UpstreamTimeoutError(endpointPath, false, false), false],
  ['a full queue', new UpstreamOverloadedError(endpointPath), false],
  ['a cancelled call', new CancelledError(endpointPath), false],
  ['an unexpected error', new TypeError('unexpected'), false],
])('after many attempts with %s, the circuit is open only if they show that the service fails', async (_what, error, opens) => {
  const { attemptWith, isOpen } = breaker();
  for (let n = 0; n < 40; n += 1) await attemptWith(error);
  expect(isOpen()).toBe(opens);
});

test('an observer that throws changes neither replies nor errors nor the counts of the circuit', async () => {
  const throwing = () => {
    throw new Error('observer');
  };
  const { attemptWith, isOpen, state } = breaker(throwing);
  const observedTransport = withObservation(async () => reply, { observe: throwing, baseUrl: 'http://localhost' });
  expect(await observedTransport(request({}), bounds())).toMatchObject(reply);
  const failing = withObservation(async () => Promise.reject(new UpstreamOverloadedError(endpointPath)), {
    observe: throwing,
    baseUrl: 'http://localhost',
  });
  expect(await outcome(failing(request({}), bounds()))).toBe('UpstreamOverloadedError');
  for (let n = 0; n < 20; n += 1)
    expect(await attemptWith(new UpstreamInvalidResponseError(endpointPath, 'status', 'none'))).toBe('UpstreamInvalidResponseError');
  state.now += circuitRules.openMs;
  expect({ outcome: await attemptWith(null), isOpen: isOpen() }).toEqual({ outcome: 'ok', isOpen: false });
});

test('after any history, an open circuit admits an attempt once its time has passed', async () => {
  const kinds = [
    null,
    new UpstreamUnavailableError(endpointPath, true),
    new UpstreamOverloadedError(endpointPath),
    new SigningFailedError(endpointPath),
  ];
  const steps = fc.array(fc.record({ kind: fc.constantFrom(...kinds), passMs: fc.integer({ min: 0, max: 3_000 }) }), { maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const { state, attemptWith } = breaker();
      for (const { kind, passMs } of plan) {
        state.now += passMs;
        await attemptWith(kind);
      }
      state.now += circuitRules.openMs;
      const before = state.sent;
      expect(await attemptWith(null)).toBe('ok');
      expect(state.sent).toBe(before + 1);
    }),
  );
});
