/* The token bucket of rate limits and of the budget of retries: what it spends in any period. */

import fc from 'fast-check';
import { TokenBucket } from '../../src/primitives/token-bucket.js';

const operation = fc.record({
  afterMs: fc.integer({ min: 0, max: 3000 }),
  planned: fc.integer({ min: 0, max: 30 }),
  used: fc.double({ min: 0, max: 1, noNaN: true }),
  lastsMs: fc.integer({ min: 0, max: 4000 }),
});
/** The first reservation returns its tokens after the bucket has been refilled without them. */
const returnsWhenRefilled = [
  { afterMs: 0, planned: 2, used: 0, lastsMs: 501 },
  { afterMs: 500, planned: 10, used: 0.9, lastsMs: 0 },
  { afterMs: 1750, planned: 10, used: 0.9, lastsMs: 0 },
];
const rate = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(0.1, 0.5, 1.7));

test('in any period, a bucket spends at most its capacity, its refill, the excess of one reservation, and what is returned', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 60 }), rate, (operations, perSecond) => {
      const capacity = Math.max(1, perSecond * 2);
      const bucket = new TokenBucket({ perSecond, capacity }, 0);
      const largest = Math.max(capacity, ...operations.map(({ planned }) => planned));
      const running: { endsAt: number; planned: number; used: number }[] = [];
      const spent: { at: number; calls: number; unusedBefore: number }[] = [];
      let now = 0;
      const endUntil = (time: number) => {
        for (const one of running.toSorted((a, b) => a.endsAt - b.endsAt).filter(({ endsAt }) => endsAt <= time)) {
          bucket.add(one.planned - one.used, one.endsAt);
          running.splice(running.indexOf(one), 1);
        }
      };
      for (const { afterMs, planned, used, lastsMs } of operations) {
        endUntil(now + afterMs);
        now += afterMs;
        if (bucket.reserve(planned, now) > 0) continue;
        const calls = Math.floor(planned * used);
        const unusedBefore = running.reduce((sum, one) => sum + one.planned - one.used, 0);
        running.push({ endsAt: now + lastsMs, planned, used: calls });
        spent.push({ at: now, calls, unusedBefore });
      }
      spent.forEach((first, from) => {
        let calls = 0;
        for (const last of spent.slice(from)) {
          calls += last.calls;
          expect(calls).toBeLessThanOrEqual(largest + (perSecond * (last.at - first.at)) / 1000 + first.unusedBefore + 1e-3);
        }
      });
      endUntil(Infinity);
      // A full bucket holds its capacity, and no more.
      expect(bucket.reserve(capacity, now + 1e9)).toBe(0);
      expect(bucket.reserve(1, now + 1e9)).toBeGreaterThan(0);
    }),
    { numRuns: 500, examples: [[returnsWhenRefilled, 4]] },
  );
});

test('a bucket that refuses a reservation grants it after exactly the time that it reports, and not sooner', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 1, max: 3000 }),
      (perSecond, beyond, planned) => {
        const emptied = () => {
          const bucket = new TokenBucket({ perSecond, capacity: perSecond * 2 }, 0);
          bucket.reserve(perSecond * 2 + beyond, 0);
          return bucket;
        };
        const waitMs = emptied().reserve(planned, 0);
        expect(waitMs).toBeGreaterThan(0);
        expect(emptied().reserve(planned, waitMs - 1)).toBeGreaterThan(0);
        expect(emptied().reserve(planned, waitMs)).toBe(0);
      },
    ),
    // 2007 / 1000 * 1000 is more than 2007.
    { examples: [[1000, 7, 2000]] },
  );
});
