import fc from 'fast-check';
import { Cancellation } from '../../../src/primitives/cancellation.js';
import {
  CircuitOpenError,
  SigningFailedError,
  UpstreamInvalidResponseError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
  type UpstreamError,
} from '../../../src/records/errors.js';
import { RetryBudget, withRetries, type RetryBudgetRules, withRetryAfter } from '../../../src/service/transport/retry.js';
import type { WireReply } from '../../../src/service/transport/transport.js';
import { bounds, request } from './request.js';

/* Which failures are retried, how often and when. */

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

const rules: RetryBudgetRules = { perCall: 0.25, perSecond: 2, maxSaved: 5 };

/** A budget with a clock that the test moves. */
function budget() {
  const clock = { now: 0 };
  const tested = new RetryBudget(rules, () => clock.now);
  /** Takes all retries that are left. */
  const spendAll = (): number => {
    let spent = 0;
    while (tested.spend()) spent += 1;
    return spent;
  };
  return { clock, tested, spendAll };
}

test('a budget is full at the start, and never has more', () => {
  const { clock, tested, spendAll } = budget();
  for (let n = 0; n < 100; n += 1) tested.earn();
  clock.now += 60_000;
  expect({ spent: spendAll(), canSpend: tested.spend() }).toEqual({ spent: 5, canSpend: false });
});

test('calls earn a fraction of a retry each', () => {
  const { tested, spendAll } = budget();
  spendAll();
  for (let n = 0; n < 7; n += 1) tested.earn();
  expect(spendAll()).toBe(1);
  tested.earn();
  expect(spendAll()).toBe(1);
});

test('time earns retries, even if no calls are made', () => {
  const { clock, spendAll } = budget();
  spendAll();
  clock.now += 499;
  expect(spendAll()).toBe(0);
  clock.now += 1;
  expect(spendAll()).toBe(1);
});

test('over any period, retries are at most the full budget, plus the fraction of the calls, plus the rate times the period', () => {
  const steps = fc.array(fc.record({ passMs: fc.nat(500), retries: fc.nat(3) }), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (plan) => {
      const { clock, tested } = budget();
      let spent = 0;
      for (const { passMs, retries } of plan) {
        clock.now += passMs;
        tested.earn();
        for (let n = 0; n < retries; n += 1) spent += Number(tested.spend());
      }
      expect(spent).toBeLessThanOrEqual(rules.maxSaved + plan.length * rules.perCall + (clock.now / 1000) * rules.perSecond + 1e-6);
    }),
  );
});

/* Retry-After holds for all calls of a path: they wait until then, or are refused. */

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const [slow, other] = ['/api/participant/get', '/api/ticket/data'];
const facts = (status: number, seconds?: number) => ({
  reply: { status, contentType: null },
  ...(seconds !== undefined && { retryAfterMs: seconds * 1_000 }),
});
const limited = (seconds?: number) => new UpstreamRateLimitedError(slow, facts(429, seconds));
const unavailable = (status: number, seconds: number) => new UpstreamUnavailableError(slow, true, facts(status, seconds));

/** Two lanes that share their pauses. The first call fails with an error, later ones succeed. */
function lanes(error: Error) {
  const sent: string[] = [];
  const pauses = new Map();
  const transport = async ({ endpointPath: path }: { readonly endpointPath: string }) => {
    sent.push(path);
    if (sent.length === 1) throw error;
    return reply;
  };
  const [reads, writes] = [0, 1].map(() => withRetryAfter(transport, pauses, () => performance.now()));
  const call = async (lane: typeof reads, path: string, withinMs: number, signal = new Cancellation()) => {
    try {
      return await lane!(request({ endpointPath: path }), { signal, expiresAt: performance.now() + withinMs });
    } catch (failure) {
      return failure;
    }
  };
  return { sent, reads: call.bind(null, reads), writes: call.bind(null, writes) };
}

test.each([
  ['429', limited(4), limited],
  ['503', unavailable(503, 4), () => new UpstreamUnavailableError(slow, false)],
])('after %s, calls of the path in both lanes wait, or are refused if their deadline comes first', async (_status, error, refusal) => {
  const { sent, reads, writes } = lanes(error);
  expect(await reads(slow, 10_000)).toBe(error);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await reads(slow, 3_000)).toMatchObject({ code: refusal().code, retryAfterMs: 3_000 });
  expect(await reads(other, 3_000)).toBe(reply);
  const waiting = [reads(slow, 10_000), writes(slow, 10_000)];
  await jest.advanceTimersByTimeAsync(2_900);
  expect(sent).toEqual([slow, other]);
  await jest.advanceTimersByTimeAsync(200);
  expect(await Promise.all(waiting)).toEqual([reply, reply]);
  expect(sent).toEqual([slow, other, slow, slow]);
});

test.each([
  ['429 without the header', limited()],
  ['429 with 0', limited(0)],
  ['another status', unavailable(502, 30)],
])('%s stops no other call', async (_what, error) => {
  const { sent, reads } = lanes(error);
  await reads(slow, 10_000);
  expect(await reads(slow, 1)).toBe(reply);
  expect(sent).toHaveLength(2);
});

test('a pause ends after a minute, whatever time the service names', async () => {
  const { reads } = lanes(limited(86_400));
  await reads(slow, 10_000);
  expect(await reads(slow, 10_000)).toMatchObject({ retryAfterMs: 60_000 });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await reads(slow, 10_000)).toBe(reply);
});

test('a refused call does not prolong the pause, and a call beyond 500 that wait is refused', async () => {
  const { sent, reads } = lanes(limited(4));
  await reads(slow, 10_000);
  await reads(slow, 10);
  const waiting = Array.from({ length: 500 }, () => reads(slow, 10_000));
  expect(await reads(slow, 10_000)).toBeInstanceOf(UpstreamRateLimitedError);
  await jest.advanceTimersByTimeAsync(4_000);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([reply]));
  expect(sent).toHaveLength(501);
});

test('a call that ends while it waits was not sent, and leaves no timer', async () => {
  const { sent, writes } = lanes(limited(4));
  await writes(slow, 10_000);
  const signal = new Cancellation();
  const waiting = writes(slow, 10_000, signal);
  await jest.advanceTimersByTimeAsync(10);
  signal.abort('timeout');
  expect(await waiting).toMatchObject({ code: 'UPSTREAM_TIMEOUT', sent: false, attempted: false });
  expect([sent.length, jest.getTimerCount()]).toEqual([1, 0]);
});
