/* `quietMs` of every store: how long ago the write of a row may have been sent last. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutcomeStore } from '../../../src/domain/at-most-once/outcome-store.js';
import { Secret } from '../../../src/primitives/secret.js';
import { createLeasedRows } from '../../../src/storage/leases/leased-rows.js';
import { applyCommand, noRow, type RowState } from '../../../src/storage/leases/row-commands.js';
import { createSealedOutcomes } from '../../../src/storage/rows/sealed-outcomes.js';
import { openSqliteOutcomes, openSqliteRows } from '../../../src/storage/sqlite/sqlite-outcomes.js';
import { createRemoteRows, RowServer, type RowFunctions } from '../../../src/storage/workers/worker-rows.js';
import { outcomesInMemory, steadyClock } from '../../support/outcomes.js';

const startedAt = 1_800_000_000_000;
let now: number;
beforeEach(() => (now = startedAt));
const clock = () => now;
const plain = { seal: (text: string) => text, open: (text: string) => text };

/** The rows of a worker, and the parent that serves them. */
function worker() {
  const parent = new RowServer(openSqliteRows(':memory:', { clock: steadyClock(clock) }));
  const functions = parent.functionsFor(1);
  const request = async (name: keyof RowFunctions, input: unknown) => (functions[name] as (input: unknown) => unknown)(input);
  const rows = createRemoteRows({ request: request as Parameters<typeof createRemoteRows>[0]['request'] });
  return { parent, store: createSealedOutcomes(rows, plain) };
}

/** The store of one replica, over a shared store in memory. */
function replica(): OutcomeStore {
  const states = new Map<string, RowState>();
  const renewals = new Set<() => void>();
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
    { newWriteId: () => 'write', now: clock, every: (_ms, renew) => (renewals.add(renew), () => void renewals.delete(renew)) },
  );
  renewAll = () => renewals.forEach((renew) => renew());
  return createSealedOutcomes(rows, plain);
}
let renewAll = () => {};

/** Lets time pass in steps that are shorter than a lease. */
async function pass(milliseconds: number): Promise<void> {
  for (const end = now + milliseconds; now < end;) {
    now = Math.min(end, now + 10_000);
    renewAll();
    await new Promise(setImmediate);
  }
}
afterEach(() => (renewAll = () => {}));

const stores: readonly [string, () => OutcomeStore][] = [
  ['memory', () => outcomesInMemory(clock)],
  ['the parent of workers', () => worker().store],
  ['a store that replicas share', replica],
];

test.each(stores)('in %s, a write is quiet since it was released, however long it was in progress', async (_where, open) => {
  const store = open();
  const name = await store.nameOf('key');
  const write = (await store.begin(name, { fingerprint: 'of the input', startedAt }))!;
  await pass(61_500);
  expect(await store.read(name)).toMatchObject({ quietMs: 0 });
  await write.release();
  await pass(1_000);
  expect(await store.read(name)).toMatchObject({ running: false, quietMs: 1_000 });
  await pass(1_200_000);
  expect((await store.read(name))!.quietMs).toBeGreaterThanOrEqual(1_201_000);
  await store.close();
});

test('a write of an earlier process is quiet since the file was opened: it may have been sent until the process ended', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'state-')), 'state.db');
  const open = () => openSqliteOutcomes(file, new Secret('private'), steadyClock(clock));
  const crashed = open();
  const name = await crashed.nameOf('key');
  await crashed.begin(name, { fingerprint: 'of the input', startedAt });
  now += 61_000;
  const restarted = open();
  now += 1_000;
  expect(await restarted.read(name)).toMatchObject({ running: false, quietMs: 1_000 });
  await Promise.all([crashed.close(), restarted.close()]);
});

test('a write of a worker is quiet since the worker ended', async () => {
  const { parent, store } = worker();
  const name = await store.nameOf('key');
  await store.begin(name, { fingerprint: 'of the input', startedAt });
  now += 61_000;
  parent.workerEnded(1);
  now += 1_000;
  expect(await store.read(name)).toMatchObject({ running: false, quietMs: 1_000 });
});
