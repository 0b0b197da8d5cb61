/* Which failures are retried, how often and when. */

import fc from 'fast-check';
import { Cancellation } from '../../../../src/primitives/cancellation.js';
import {
  CircuitOpenError,
  SigningFailedError,
  UpstreamInvalidResponseError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
  type UpstreamError,
} from '../../../../src/records/errors.js';
import { RetryBudget } from '../../../../src/service/transport/retry-budget.js';
import type { WireReply } from '../../../../src/service/transport/transport.js';
import { withRetries } from '../../../../src/service/transport/wrappers/retry.js';
import { bounds, request } from '../request.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const reply: WireReply = { status: 200, headers: {}, body: Buffer.alloc(0) };
const endpointPath = '/api/participant/add';
const now = () => performance.now();
const generous = () => new RetryBudget({ perCall: 1, perSecond: 1_000, maxSaved: 1_000 }, now);
const failed = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

/** A transport that throws these errors in order and then replies, with a count of its attempts. */
function failing(...errors: UpstreamError[]) {
  const seen = { attempts: 0 };
  const transport = async () => {
    const error = errors[seen.attempts++];
    if (error) throw error;
    return reply;
  };
  return { seen, transport };
}

const errors = {
  refused: new UpstreamUnavailableError(endpointPath, false),
  reset: new UpstreamUnavailableError(endpointPath, true),
  'status 500': new UpstreamUnavailableError(endpointPath, true, { reply: { status: 500, contentType: null } }),
  'status 502': new UpstreamUnavailableError(endpointPath, true, { reply: { status: 502, contentType: null } }),
  'status 503': new UpstreamUnavailableError(endpointPath, true, { reply: { status: 503, contentType: null } }),
  'status 504': new UpstreamUnavailableError(endpointPath, true, { reply: { status: 504, contentType: null } }),
  'status 429': new UpstreamRateLimitedError(endpointPath),
  'circuit open': new CircuitOpenError(endpointPath, 10),
  'not signed': new SigningFailedError(endpointPath),
  overloaded: new UpstreamOverloadedError(endpointPath),
  'out of time': new UpstreamTimeoutError(endpointPath, true),
  'invalid response': new UpstreamInvalidResponseError(endpointPath, '$', 'JSON'),
};
type Fault = keyof typeof errors;
const retriedAfter: Readonly<Record<'reads' | 'writes', readonly Fault[]>> = {
  reads: ['refused', 'reset', 'status 502', 'status 503', 'status 504', 'status 429'],
  writes: ['refused', 'status 429'],
};

test.each(Object.entries(retriedAfter))(
  '%s are retried after the failures that `retriedAfter` lists for them, and no others',
  async (kind, expected) => {
    const retriedFaults: string[] = [];
    for (const [fault, error] of Object.entries(errors)) {
      const { seen, transport } = failing(error);
      const call = failed(
        withRetries(transport, { retries: 2, budget: generous(), random: () => 0.5, now })(
          request({ endpointPath, repeatable: kind === 'reads' }),
          bounds(),
        ),
      );
      await jest.runAllTimersAsync();
      expect(await call).toBe(seen.attempts === 2 ? null : error);
      if (seen.attempts === 2) retriedFaults.push(fault);
    }
    expect(retriedFaults).toEqual(expected);
  },
);

test.each<[fault: Fault, sent: boolean]>([
  ['refused', false],
  ['reset', true],
  ['status 503', true],
  ['status 429', false],
])('a call that is stopped in the pause after "%s" reports whether it may have been sent', async (fault, sent) => {
  const signal = new Cancellation();
  const { transport } = failing(errors[fault]);
  const call = failed(
    withRetries(transport, { retries: 2, budget: generous(), random: () => 0.9, now })(
      request({ endpointPath, repeatable: fault !== 'refused' }),
      {
        signal,
        expiresAt: Infinity,
      },
    ),
  );
  await jest.advanceTimersByTimeAsync(1);
  signal.abort('timeout');
  expect(await call).toMatchObject({ name: 'UpstreamTimeoutError', sent, attempted: true });
  expect(jest.getTimerCount()).toBe(0);
});

test('a call of which one attempt may have been sent reports so, however its later attempts fail', async () => {
  const signal = new Cancellation();
  const { seen, transport } = failing(errors.reset, errors.refused);
  const call = failed(
    withRetries(transport, { retries: 2, budget: generous(), random: () => 0.9, now })(request({ endpointPath }), {
      signal,
      expiresAt: Infinity,
    }),
  );
  while (seen.attempts < 2) await jest.advanceTimersByTimeAsync(10);
  signal.abort('timeout');
  expect(await call).toMatchObject({ sent: true });
});

test('a call whose pause would end at its deadline fails immediately, by the clock that it is given', async () => {
  for (const [clock, attempts] of [
    [900, 1],
    [899, 2],
  ] as const) {
    const { seen, transport } = failing(new UpstreamUnavailableError(endpointPath, false, { retryAfterMs: 100 }));
    const retried = withRetries(transport, { retries: 2, budget: generous(), random: () => 0, now: () => clock });
    const call = failed(retried(request({ endpointPath }), { signal: new Cancellation(), expiresAt: 1_000 }));
    await jest.runAllTimersAsync();
    await call;
    expect({ clock, attempts: seen.attempts }).toEqual({ clock, attempts });
  }
});

test('no call makes more attempts than allowed, retries after its deadline, or waits for less than Retry-After', async () => {
  const plan = fc.record({
    retries: fc.integer({ min: 0, max: 4 }),
    budgetMs: fc.integer({ min: 1, max: 3_000 }),
    // Thousandths: the fake timers read a delay such as 3e-188 as 3 ms.
    random: fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1000),
    waits: fc.array(fc.option(fc.integer({ min: 0, max: 2_000 }), { nil: undefined }), { minLength: 6, maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ retries, budgetMs, random, waits }) => {
      const attemptsAt: number[] = [];
      const transport = async () => {
        const waitMs = waits[attemptsAt.length];
        attemptsAt.push(performance.now());
        throw new UpstreamUnavailableError(endpointPath, true, { retryAfterMs: waitMs, reply: { status: 503, contentType: null } });
      };
      const expiresAt = performance.now() + budgetMs;
      const call = failed(
        withRetries(transport, { retries, budget: generous(), random: () => random, now })(request({ endpointPath }), {
          signal: new Cancellation(),
          expiresAt,
        }),
      );
      await jest.runAllTimersAsync();
      expect(await call).toBeInstanceOf(UpstreamUnavailableError);
      expect(attemptsAt.length).toBeLessThanOrEqual(1 + retries);
      for (const [index, at] of attemptsAt.entries()) {
        if (index === 0) continue;
        // Timers count whole milliseconds.
        expect(at).toBeLessThanOrEqual(expiresAt + 1);
        expect(at - attemptsAt[index - 1]!).toBeGreaterThanOrEqual((waits[index - 1] ?? 0) - 1);
      }
    }),
    { numRuns: 60 },
  );
});
