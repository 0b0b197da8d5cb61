import fc from 'fast-check';
import { RetryBudget, type RetryBudgetRules } from '../../../src/service/transport/retry-budget.js';

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
