import fc from 'fast-check';
import {
  CancelledError,
  SigningFailedError,
  UpstreamInvalidResponseError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../../../src/records/errors.js';
import { circuitRules } from '../../../../src/service/transport/circuit.js';
import type { Transport } from '../../../../src/service/transport/transport.js';
import { Circuits, withCircuitBreaker } from '../../../../src/service/transport/wrappers/circuit-breaker.js';
import { withObservation } from '../../../../src/service/transport/wrappers/observation.js';
import { bounds, request } from '../request.js';

const endpointPath = '/api/ticket/data';
const reply = { status: 200, headers: {}, body: Buffer.alloc(0) };
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.name : 'no error'),
  );
/** A breaker over a transport that replies or throws `state.error`, with a clock that the test moves. */
function circuit(onChange?: (endpointPath: string, isOpen: boolean) => void) {
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
  const { attemptWith, isOpen } = circuit();
  for (let n = 0; n < 40; n += 1) await attemptWith(error);
  expect(isOpen()).toBe(opens);
});

test('an observer that throws changes neither replies nor errors nor the counts of the circuit', async () => {
  const throwing = () => {
    throw new Error('observer');
  };
  const { attemptWith, isOpen, state } = circuit(throwing);
  const observedTransport = withObservation(async () => reply, throwing);
  expect(await observedTransport(request({}), bounds())).toMatchObject(reply);
  const failing = withObservation(async () => Promise.reject(new UpstreamOverloadedError(endpointPath)), throwing);
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
      const { state, attemptWith } = circuit();
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
