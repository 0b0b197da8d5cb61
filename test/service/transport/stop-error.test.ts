import { Cancellation } from '../../../src/primitives/cancellation.js';
import { CancelledError, UpstreamTimeoutError } from '../../../src/records/errors.js';
import { stopError, untilStopped } from '../../../src/service/transport/stop-error.js';
import { request } from './request.js';

const nameOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.name : 'no error'),
  );

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
