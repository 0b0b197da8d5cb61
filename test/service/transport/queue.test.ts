import fc from 'fast-check';
import { Cancellation } from '../../../src/primitives/cancellation.js';
import { CancelledError, UpstreamOverloadedError, UpstreamTimeoutError } from '../../../src/records/errors.js';
import { withQueue, type QueueLoad } from '../../../src/service/transport/queue.js';
import type { WireReply } from '../../../src/service/transport/transport.js';
import { request } from './request.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const reply: WireReply = { status: 200, headers: {}, body: Buffer.alloc(0) };

/** A queue whose calls take a given time; the calls that began, in order; the largest numbers in progress and waiting. */
function queue(maxConcurrent: number, maxQueued: number) {
  const load: QueueLoad = { active: 0, waiting: 0 };
  const begun: { id: number; at: number }[] = [];
  let active = 0;
  const largest = { active: 0, waiting: 0 };
  const transport = withQueue(
    async ({ target }) => {
      const { id, ms, fails } = JSON.parse(target) as { id: number; ms: number; fails: boolean };
      begun.push({ id, at: performance.now() });
      largest.active = Math.max(largest.active, (active += 1));
      await new Promise((resolve) => setTimeout(resolve, ms));
      active -= 1;
      if (fails) throw new UpstreamTimeoutError('/x', true);
      return reply;
    },
    { maxConcurrent, maxQueued },
    load,
  );
  const call = (id: number, ms: number, budgetMs: number, signal = new Cancellation(), fails = false) => {
    const outcome = transport(request({ target: JSON.stringify({ id, ms, fails }) }), {
      signal,
      expiresAt: performance.now() + budgetMs,
    }).then(
      () => 'ok',
      (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
    );
    largest.waiting = Math.max(largest.waiting, load.waiting);
    return outcome;
  };
  return { call, load, begun, largest };
}

test('calls in progress and waiting stay within their limits, begin in order, and wait for at most half of their time', async () => {
  const calls = fc.array(
    fc.record({
      startMs: fc.integer({ min: 0, max: 300 }),
      ms: fc.integer({ min: 0, max: 200 }),
      budgetMs: fc.integer({ min: 2, max: 1_000 }),
      cancelMs: fc.option(fc.integer({ min: 0, max: 300 }), { nil: null }),
      fails: fc.boolean(),
    }),
    { maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(calls, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 8 }), async (plan, maxConcurrent, maxQueued) => {
      const { call, load, begun, largest } = queue(maxConcurrent, maxQueued);
      const made = new Map<number, { at: number; budgetMs: number }>();
      const settled: { id: number; outcome: string; waitedMs: number }[] = [];
      const ordered = plan.toSorted((one, other) => one.startMs - other.startMs);
      for (const [id, { startMs, ms, budgetMs, cancelMs, fails }] of ordered.entries()) {
        setTimeout(() => {
          const at = performance.now();
          made.set(id, { at, budgetMs });
          const signal = new Cancellation();
          if (cancelMs !== null) setTimeout(() => signal.abort('cancelled'), cancelMs);
          void call(id, ms, budgetMs, signal, fails).then((outcome) => settled.push({ id, outcome, waitedMs: performance.now() - at }));
        }, startMs);
      }
      await jest.runAllTimersAsync();

      expect(settled).toHaveLength(plan.length);
      expect(load).toEqual({ active: 0, waiting: 0 });
      expect(largest.active).toBeLessThanOrEqual(maxConcurrent);
      expect(largest.waiting).toBeLessThanOrEqual(maxQueued);
      expect(begun.map(({ id }) => id)).toEqual(begun.map(({ id }) => id).toSorted((one, other) => one - other));
      for (const { id, at } of begun) expect(at - made.get(id)!.at).toBeLessThanOrEqual(made.get(id)!.budgetMs / 2);
      for (const { id, outcome, waitedMs } of settled) {
        if (outcome === 'UpstreamOverloadedError') expect(waitedMs).toBeLessThanOrEqual(made.get(id)!.budgetMs / 2 + 1);
      }
      expect(jest.getTimerCount()).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test('a waiting call that is cancelled leaves the queue immediately, and no timer', async () => {
  const { call, load } = queue(1, 1);
  void call(0, 1_000, 100_000);
  const caller = new Cancellation();
  const cancelled = call(1, 1, 100_000, caller);
  expect(await call(2, 1, 100_000)).toBe(UpstreamOverloadedError.name);
  caller.abort('cancelled');
  expect(await cancelled).toBe(CancelledError.name);
  expect(load).toEqual({ active: 1, waiting: 0 });
  expect(jest.getTimerCount()).toBe(1);
  const next = call(3, 1, 100_000);
  await jest.runAllTimersAsync();
  expect(await next).toBe('ok');
});

test('a call without a deadline waits, although its time is longer than a timer accepts', async () => {
  const { call } = queue(1, 1);
  void call(0, 60_000, Infinity);
  const next = call(1, 1, Infinity);
  await jest.advanceTimersByTimeAsync(61_000);
  expect(await next).toBe('ok');
});
