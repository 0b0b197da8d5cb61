/* The queue of a lane. */

import fc from 'fast-check';
import { Cancellation } from '../../../src/primitives/cancellation.js';
import { CancelledError, UpstreamOverloadedError, UpstreamTimeoutError } from '../../../src/records/errors.js';
import { Queue } from '../../../src/service/transport/lane.js';

beforeEach(() => jest.useFakeTimers());

/** A queue whose calls take a given time; the calls that began, in order; the largest numbers in progress and waiting. */
function queueOf(maxConcurrent: number, maxQueued: number) {
  const queue = new Queue({ maxConcurrent, maxQueued }, () => performance.now());
  const begun: { id: number; at: number }[] = [];
  let active = 0;
  const largest = { active: 0, waiting: 0 };
  const run = async (id: number, ms: number, budgetMs: number, signal: Cancellation, fails: boolean) => {
    await queue.enter('/x', { signal, expiresAt: performance.now() + budgetMs });
    begun.push({ id, at: performance.now() });
    largest.active = Math.max(largest.active, (active += 1));
    await new Promise((resolve) => setTimeout(resolve, ms));
    active -= 1;
    queue.leave();
    if (fails) throw new UpstreamTimeoutError('/x', true);
  };
  const call = (id: number, ms: number, budgetMs: number, signal = new Cancellation(), fails = false) => {
    const outcome = run(id, ms, budgetMs, signal, fails).then(
      () => 'ok',
      (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
    );
    largest.waiting = Math.max(largest.waiting, queue.load.waiting);
    return outcome;
  };
  return { call, queue, begun, largest };
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
      const { call, queue, begun, largest } = queueOf(maxConcurrent, maxQueued);
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
      expect(queue.load).toEqual({ active: 0, waiting: 0 });
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
  const { call, queue } = queueOf(1, 1);
  void call(0, 1_000, 100_000);
  const caller = new Cancellation();
  const cancelled = call(1, 1, 100_000, caller);
  expect(queue.load).toEqual({ active: 1, waiting: 1 });
  expect(await call(2, 1, 100_000)).toBe(UpstreamOverloadedError.name);
  caller.abort('cancelled');
  expect(await cancelled).toBe(CancelledError.name);
  expect(queue.load).toEqual({ active: 1, waiting: 0 });
  expect(jest.getTimerCount()).toBe(1);
  const next = call(3, 1, 100_000);
  await jest.runAllTimersAsync();
  expect(await next).toBe('ok');
});
