import fc from 'fast-check';
import { Cancellation } from '../../src/model/cancellation.js';
import { CancelledError, UpstreamOverloadedError, UpstreamTimeoutError } from '../../src/model/upstream-errors.js';
import { limited, type Load } from '../../src/transport/limited.js';
import type { WireReply } from '../../src/transport/transport.js';
import { request } from './request.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const reply: WireReply = { status: 200, headers: {}, body: Buffer.alloc(0) };

/** A lane whose calls take as long as they are told to; what was begun, in order, and how many there were at once at most. */
function lane(maxConcurrent: number, maxQueued: number) {
  const load: Load = { active: 0, waiting: 0 };
  const begun: { id: number; at: number }[] = [];
  let active = 0;
  const seen = { most: 0, mostWaiting: 0 };
  const transport = limited(
    async ({ target }) => {
      const { id, ms, fails } = JSON.parse(target) as { id: number; ms: number; fails: boolean };
      begun.push({ id, at: performance.now() });
      seen.most = Math.max(seen.most, (active += 1));
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
    seen.mostWaiting = Math.max(seen.mostWaiting, load.waiting);
    return outcome;
  };
  return { call, load, begun, seen };
}

test('at most so many calls at once, so many waiting, first come, first served, and nobody waits longer than half of its budget', async () => {
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
      const { call, load, begun, seen } = lane(maxConcurrent, maxQueued);
      const asked = new Map<number, { at: number; budgetMs: number }>();
      const settled: { id: number; outcome: string; waitedMs: number }[] = [];
      const ordered = plan.toSorted((one, other) => one.startMs - other.startMs);
      for (const [id, { startMs, ms, budgetMs, cancelMs, fails }] of ordered.entries()) {
        setTimeout(() => {
          const at = performance.now();
          asked.set(id, { at, budgetMs });
          const signal = new Cancellation();
          if (cancelMs !== null) setTimeout(() => signal.abort('cancelled'), cancelMs);
          void call(id, ms, budgetMs, signal, fails).then((outcome) => settled.push({ id, outcome, waitedMs: performance.now() - at }));
        }, startMs);
      }
      await jest.runAllTimersAsync();

      expect(settled).toHaveLength(plan.length);
      expect(load).toEqual({ active: 0, waiting: 0 });
      expect(seen.most).toBeLessThanOrEqual(maxConcurrent);
      expect(seen.mostWaiting).toBeLessThanOrEqual(maxQueued);
      expect(begun.map(({ id }) => id)).toEqual(begun.map(({ id }) => id).toSorted((one, other) => one - other));
      for (const { id, at } of begun) expect(at - asked.get(id)!.at).toBeLessThanOrEqual(asked.get(id)!.budgetMs / 2);
      for (const { id, outcome, waitedMs } of settled) {
        if (outcome === 'UpstreamOverloadedError') expect(waitedMs).toBeLessThanOrEqual(asked.get(id)!.budgetMs / 2 + 1);
      }
      expect(jest.getTimerCount()).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test('a call that waits half of its budget is rejected then, and no sooner', async () => {
  const { call } = lane(1, 5);
  void call(0, 60_000, 100_000);
  let outcome = 'waiting';
  void call(1, 1, 10_000).then((name) => (outcome = name));
  await jest.advanceTimersByTimeAsync(4_999);
  expect(outcome).toBe('waiting');
  await jest.advanceTimersByTimeAsync(2);
  expect(outcome).toBe('UpstreamOverloadedError');
});

test('a waiter that is cancelled frees its place in the queue at once, and leaves no timer', async () => {
  const { call, load } = lane(1, 1);
  void call(0, 1_000, 100_000);
  const gone = new Cancellation();
  const cancelled = call(1, 1, 100_000, gone);
  expect(await call(2, 1, 100_000)).toBe(UpstreamOverloadedError.name);
  gone.abort('cancelled');
  expect(await cancelled).toBe(CancelledError.name);
  expect(load).toEqual({ active: 1, waiting: 0 });
  expect(jest.getTimerCount()).toBe(1);
  const next = call(3, 1, 100_000);
  await jest.runAllTimersAsync();
  expect(await next).toBe('ok');
});

test('a call whose time was over before it came takes no place', async () => {
  const { call, load, begun } = lane(1, 1);
  const over = new Cancellation();
  over.abort('timeout');
  expect(await call(0, 1, 1_000, over)).toBe(UpstreamTimeoutError.name);
  expect([load, begun]).toEqual([{ active: 0, waiting: 0 }, []]);
});

test('a call without an end waits as long as a timer can, not no time at all', async () => {
  const { call } = lane(1, 1);
  void call(0, 60_000, Infinity);
  const next = call(1, 1, Infinity);
  await jest.advanceTimersByTimeAsync(61_000);
  expect(await next).toBe('ok');
});
