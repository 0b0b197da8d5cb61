import { Cancellation } from '../../../src/primitives/cancellation.js';
import { CancelledError, UpstreamTimeoutError } from '../../../src/records/errors.js';
import { stopError, withDeadline, untilStopped } from '../../../src/service/transport/deadline.js';
import type { CallBounds, Transport, WireReply } from '../../../src/service/transport/transport.js';
import { request } from './request.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const reply: WireReply = { status: 200, headers: {}, body: Buffer.alloc(0) };
const nameOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.name : 'no error'),
  );

/** A transport that never replies, and ends only when its signal aborts. */
const hanging: Transport = ({ endpointPath }, { signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(stopError(endpointPath, signal, 'sent')), { once: true }));

test('a call ends when its time has passed, and no earlier', async () => {
  let outcome = 'pending';
  void nameOf(withDeadline(hanging, 1_000)(request({}))).then((name) => (outcome = name));
  await jest.advanceTimersByTimeAsync(999);
  expect(outcome).toBe('pending');
  await jest.advanceTimersByTimeAsync(1);
  expect(outcome).toBe(UpstreamTimeoutError.name);
});

test('the wrappers below receive the moment at which the call ends', async () => {
  let bounds: CallBounds | undefined;
  const now = performance.now();
  await withDeadline(async (_request, given) => {
    bounds = given;
    return reply;
  }, 1_000)(request({}));
  expect(bounds!.expiresAt).toBe(now + 1_000);
});

test('a caller that cancels ends the call immediately, as cancelled', async () => {
  const caller = new Cancellation();
  const call = nameOf(withDeadline(hanging, 1_000)(request({}), { signal: caller }));
  caller.abort('any reason');
  expect(await call).toBe(CancelledError.name);
});

test('a call of a caller that has cancelled already is not begun', async () => {
  const caller = new Cancellation();
  caller.abort('any reason');
  const transport = jest.fn(hanging);
  expect(await nameOf(withDeadline(transport, 1_000)(request({}), { signal: caller }))).toBe(CancelledError.name);
  expect(transport).not.toHaveBeenCalled();
});

test.each([
  ['a reply', async () => reply, 'ok'],
  ['an error', async () => Promise.reject(new TypeError('x')), 'TypeError'],
])('after %s no timer and no listener is left', async (_what, transport: Transport, outcome) => {
  const caller = new Cancellation();
  const removed = jest.spyOn(caller, 'removeEventListener');
  expect(await nameOf(withDeadline(transport, 1_000)(request({}), { signal: caller }))).toBe(outcome);
  expect({ timers: jest.getTimerCount(), removals: removed.mock.calls.length }).toEqual({ timers: 0, removals: 1 });
});

test.each([
  ['waiting', { sent: false, attempted: false }],
  ['attempted', { sent: false, attempted: true }],
  ['sent', { sent: true, attempted: true }],
] as const)('a timeout of a call that is %s is %j', (progress, expected) => {
  const signal = new Cancellation();
  signal.abort('timeout');
  expect(stopError('/x', signal, progress)).toMatchObject(expected);
});

describe('`untilStopped`', () => {
  const bounds = () => ({ signal: new Cancellation(), expiresAt: Infinity });

  test('`untilStopped` returns the result of the promise, or its error', async () => {
    expect(await untilStopped(Promise.resolve(5), request({}), bounds())).toBe(5);
    expect(await nameOf(untilStopped(Promise.reject(new TypeError('x')), request({}), bounds()))).toBe('TypeError');
  });

  test('`untilStopped` fails when the signal aborts, and ignores the promise from then on', async () => {
    const given = bounds();
    const waiting = nameOf(untilStopped(Promise.reject(new TypeError('too late')), request({}), given));
    given.signal.abort('timeout');
    expect(await waiting).toBe(UpstreamTimeoutError.name);
  });

  test('`untilStopped` fails immediately for a signal that has aborted already', async () => {
    const given = bounds();
    given.signal.abort('cancelled');
    expect(await nameOf(untilStopped(new Promise(() => {}), request({}), given))).toBe(CancelledError.name);
  });
});
