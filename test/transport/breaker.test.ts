import fc from 'fast-check';
import {
  CancelledError,
  SigningFailedError,
  UpstreamInvalidResponseError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../src/model/upstream-errors.js';
import { breaker, Circuits } from '../../src/transport/breaker.js';
import { circuitRules } from '../../src/transport/circuit.js';
import { observed } from '../../src/transport/observed.js';
import type { Transport } from '../../src/transport/transport.js';
import { bounds, request } from './request.js';

const operation = '/api/ticket/data';
const reply = { status: 200, headers: {}, body: Buffer.alloc(0) };
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.name : 'no error'),
  );
const openName = 'UpstreamUnavailableError';

/** A breaker over a transport that ends as it is told, with a clock of its own. */
function circuit(onChange?: (operation: string, isOpen: boolean) => void) {
  const state = { now: 0, error: null as Error | null, asked: 0 };
  const transport: Transport = async () => {
    state.asked += 1;
    if (state.error) throw state.error;
    return reply;
  };
  const circuits = new Circuits(circuitRules, () => state.now, onChange);
  const broken = breaker(transport, circuits);
  const call = (path = operation) => outcome(broken(request({ operation: path }), bounds()));
  const callWith = (error: Error | null) => {
    state.error = error;
    return call();
  };
  return { state, call, callWith, isOpen: () => circuits.openOperations().length > 0 };
}

test.each<[what: string, error: Error, opens: boolean]>([
  ['no connection', new UpstreamUnavailableError(operation, false), true],
  ['a reset', new UpstreamUnavailableError(operation, true), true],
  ['no reply in time', new UpstreamTimeoutError(operation, true), true],
  ['no connection in time', new UpstreamTimeoutError(operation, false), true],
  ['an invalid response', new UpstreamInvalidResponseError(operation, 'status', 'no redirect'), true],
  ['429', new UpstreamRateLimitedError(operation), false],
  ['no signature', new SigningFailedError(operation), false],
  ['no turn or no signature in time', new UpstreamTimeoutError(operation, false, false), false],
  ['a full queue', new UpstreamOverloadedError(operation), false],
  ['a caller that is gone', new CancelledError(operation), false],
  ['a defect', new TypeError('ours'), false],
])('twenty times %s: the circuit opens only for what shows that the service fails', async (_what, error, opens) => {
  const { callWith, isOpen } = circuit();
  for (let call = 0; call < 40; call += 1) await callWith(error);
  expect(isOpen()).toBe(opens);
});

test('an open circuit asks nothing for its time, then one probe; a probe that shows nothing makes room for the next', async () => {
  const { state, call, callWith, isOpen } = circuit();
  for (let n = 0; n < 20; n += 1) await callWith(new UpstreamUnavailableError(operation, true));
  expect([await callWith(null), state.asked, await call('/other')]).toEqual([openName, 20, 'ok']);
  state.now += circuitRules.openMs;
  expect(await callWith(new SigningFailedError(operation))).toBe('UpstreamUnavailableError');
  expect([state.asked, isOpen()]).toEqual([22, true]);
  expect([await callWith(null), isOpen(), await call()]).toEqual(['ok', false, 'ok']);
});

test('an observer that throws costs no reply, changes no error, and is not counted as a failure of the service', async () => {
  const bad = () => {
    throw new Error('observer');
  };
  const { callWith, isOpen, state } = circuit(bad);
  const watched = observed(async () => reply, bad);
  expect(await watched(request({}), bounds())).toBe(reply);
  const failing = observed(async () => Promise.reject(new UpstreamOverloadedError(operation)), bad);
  expect(await outcome(failing(request({}), bounds()))).toBe('UpstreamOverloadedError');
  for (let n = 0; n < 20; n += 1)
    expect(await callWith(new UpstreamInvalidResponseError(operation, 'status', 'none'))).toBe('UpstreamInvalidResponseError');
  state.now += circuitRules.openMs;
  expect([await callWith(null), isOpen()]).toEqual(['ok', false]);
});

test('whatever happens, a circuit that is asked again in vain for long enough lets a probe through, one at a time', async () => {
  const kinds = [
    null,
    new UpstreamUnavailableError(operation, true),
    new UpstreamOverloadedError(operation),
    new SigningFailedError(operation),
  ];
  const steps = fc.array(fc.record({ kind: fc.constantFrom(...kinds), passMs: fc.integer({ min: 0, max: 3_000 }) }), { maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const { state, callWith } = circuit();
      for (const { kind, passMs } of plan) {
        state.now += passMs;
        await callWith(kind);
      }
      state.now += circuitRules.openMs;
      const before = state.asked;
      expect(await callWith(null)).toBe('ok');
      expect(state.asked).toBe(before + 1);
    }),
  );
});
