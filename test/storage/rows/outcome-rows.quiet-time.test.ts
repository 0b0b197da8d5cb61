/* `quietMs` of every store: how long ago the write of a row may have been sent last. */

import type { OutcomeStore } from '../../../src/domain/at-most-once/outcome-store.js';
import { createLeasedRows, systemLeases } from '../../../src/storage/leases/leased-rows.js';
import { applyCommand, noRow, type RowState } from '../../../src/storage/leases/row-commands.js';
import { createSealedOutcomes } from '../../../src/storage/rows/sealed-outcomes.js';
import { outcomesInMemory } from '../../support/outcomes.js';

const startedAt = 1_800_000_000_000;
let now: number;
beforeEach(() => {
  now = startedAt;
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
});
afterEach(() => void jest.useRealTimers());
const clock = () => now;

/** The store of one replica, over a shared store in memory. */
function replica(): OutcomeStore {
  const states = new Map<string, RowState>();
  const rows = createLeasedRows(
    {
      salt: async () => 'salt',
      async perform(name, command) {
        const { state, reply } = applyCommand(states.get(name) ?? noRow, command, now);
        states.set(name, state);
        return reply;
      },
      beforeUse: () => {},
      close: async () => {},
    },
    { ...systemLeases, now: clock },
  );
  return createSealedOutcomes(rows, { seal: (text) => text, open: (text) => text });
}

/** Lets time pass in steps that are shorter than a lease. */
async function pass(milliseconds: number): Promise<void> {
  for (const end = now + milliseconds; now < end;) {
    const step = Math.min(end - now, 10_000);
    now += step;
    jest.advanceTimersByTime(step);
    await new Promise(setImmediate);
  }
}

test.each([
  ['SQLite', () => outcomesInMemory(clock)],
  ['a store that replicas share', replica],
])('in %s, a write is quiet since it was released, however long it was in progress', async (_where, open) => {
  const store = open();
  const name = await store.nameOf('key');
  const write = (await store.begin(name, { fingerprint: 'of the input', startedAt }))!;
  await pass(61_500);
  expect(await store.read(name)).toMatchObject({ running: true, quietMs: 0 });
  await write.release();
  await pass(1_000);
  expect(await store.read(name)).toMatchObject({ running: false, quietMs: 1_000 });
  await pass(1_200_000);
  expect((await store.read(name))!.quietMs).toBeGreaterThanOrEqual(1_201_000);
  await store.close();
});
