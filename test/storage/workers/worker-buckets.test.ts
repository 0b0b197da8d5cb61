import fc from 'fast-check';
import { BorrowingBuckets, BucketLender, type Lender } from '../../../src/storage/workers/worker-buckets.js';

/** Several workers over one parent, with a clock that the test controls. */
function workersOf(count: number) {
  let now = 0;
  let messages = 0;
  const buckets = new BucketLender(count, () => now);
  const timers: { readonly at: number; readonly callback: () => void }[] = [];
  const lender: Lender = {
    lend: async (request) => {
      messages += 1;
      return buckets.lend(request);
    },
    takeBack: (loan) => {
      messages += 1;
      buckets.takeBack(loan);
    },
  };
  const worker = () => new BorrowingBuckets(lender, count, (ms, callback) => void timers.push({ at: now + ms, callback }));
  return {
    workers: Array.from({ length: count }, worker),
    replace: worker,
    messages: () => messages,
    pass(ms: number) {
      now += ms;
      for (const timer of timers.splice(0)) {
        if (timer.at <= now) timer.callback();
        else timers.push(timer);
      }
    },
  };
}

const rulesOf = (perSecond: number) => ({ perSecond, capacity: Math.max(1, perSecond * 2) });

test('all workers together are granted no more than one bucket has, whatever they reserve and return, and whichever are killed', async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ worker: fc.nat(3), tokens: fc.integer({ min: 1, max: 12 }), used: fc.nat(14) }) },
    { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 1, max: 1500 }) }) },
    { weight: 1, arbitrary: fc.record({ kill: fc.nat(3) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 50 }), fc.array(step, { maxLength: 60 }), async (perSecond, steps) => {
      const rules = rulesOf(perSecond);
      const all = workersOf(4);
      let [spent, elapsed, largest] = [0, 0, 0];
      for (const each of steps) {
        if ('pass' in each) {
          elapsed += each.pass;
          all.pass(each.pass);
        } else if ('kill' in each) {
          all.workers[each.kill] = all.replace();
        } else if ((await all.workers[each.worker]!.reserve('caller', rules, each.tokens)) === 0) {
          // Retries can use more than was planned.
          spent += each.used;
          largest = Math.max(largest, each.tokens, each.used);
          all.workers[each.worker]!.settle('caller', rules, each.tokens - each.used);
        }
      }
      // A reservation may exceed a full bucket, and the last of each worker may have used more than it reserved.
      expect(spent).toBeLessThanOrEqual(rules.capacity + (elapsed / 1000) * perSecond + largest * 5 + 1e-3);
    }),
  );
});

test('most operations need no message to the parent', async () => {
  const { workers, messages } = workersOf(2);
  const rules = rulesOf(100);
  for (let operation = 0; operation < 100; operation += 1) {
    expect(await workers[operation % 2]!.reserve('caller', rules, 1)).toBe(0);
    workers[operation % 2]!.settle('caller', rules, 0);
  }
  expect(messages()).toBeLessThan(12);
});

test('a caller that keeps exceeding its limit costs a few messages a second, and is admitted in time', async () => {
  const { workers, messages, pass } = workersOf(2);
  const rules = rulesOf(10);
  expect(await workers[0]!.reserve('caller', rules, 20)).toBe(0);
  const before = messages();
  for (let ms = 0; ms < 500; ms += 1) {
    expect(await workers[1]!.reserve('caller', rules, 5)).toBeGreaterThan(0);
    pass(1);
  }
  expect(messages() - before).toBeLessThanOrEqual(10);
  expect(await workers[1]!.reserve('caller', rules, 5)).toBe(0);
});

test('a remembered refusal states the time until this operation is admitted, not the one that was refused', async () => {
  const { workers } = workersOf(2);
  const rules = rulesOf(10);
  expect(await workers[0]!.reserve('caller', rules, 20)).toBe(0);
  for (const [tokens, waitMs] of [
    [5, 500],
    [5, 500],
    [10, 1000],
    // As many as a full bucket has.
    [99, 2000],
  ] as const)
    expect(await workers[1]!.reserve('caller', rules, tokens)).toBe(waitMs);
});

test('a worker that was refused still asks for fewer tokens', async () => {
  const { workers } = workersOf(2);
  const rules = rulesOf(10);
  expect(await workers[0]!.reserve('caller', rules, 16)).toBe(0);
  workers[0]!.settle('caller', rules, -1);
  expect(await workers[1]!.reserve('caller', rules, 20)).toBeGreaterThan(0);
  expect(await workers[1]!.reserve('caller', rules, 1)).toBe(0);
});

test('a caller that has spent its bucket at one worker is refused by all, with the time until it is admitted', async () => {
  const { workers, pass } = workersOf(2);
  const rules = rulesOf(10);
  expect(await workers[0]!.reserve('caller', rules, 20)).toBe(0);
  expect(await workers[1]!.reserve('caller', rules, 5)).toBe(500);
  expect(await workers[1]!.reserve('another caller', rules, 5)).toBe(0);
  pass(500);
  expect(await workers[1]!.reserve('caller', rules, 5)).toBe(0);
});

test('a worker returns the tokens that it does not use: those beyond its loan immediately, the loan when it is idle', async () => {
  const { workers, pass } = workersOf(2);
  const rules = rulesOf(8);
  expect(await workers[0]!.reserve('caller', rules, 16)).toBe(0);
  workers[0]!.settle('caller', rules, 16);
  // One of 16 tokens remains in the loan.
  expect(await workers[1]!.reserve('caller', rules, 15)).toBe(0);
  workers[1]!.settle('caller', rules, 15);
  for (let time = 0; time < 3; time += 1) pass(250);
  expect(await workers[1]!.reserve('caller', rules, 16)).toBe(0);
});
