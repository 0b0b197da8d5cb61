/* The commands of recorded writes: their definition, and the store in SQLite, which replies alike. Redis: redis-outcomes.test.ts */

import fc from 'fast-check';
import Database from 'libsql';
import { applyCommand, type RowCommand, type RowState } from '../../src/storage/row-commands.js';
import { SqliteStore } from '../../src/storage/sqlite/sqlite-outcomes.js';
import { anyCommand, noRow } from './any-command.js';

const leaseMs = 60_000;
const row = { startedAt: 0, sealed: 'begun' };

const begin = (writeId: string, replacing?: string): RowCommand => ({ kind: 'begin', writeId, row, leaseMs, replacing });

/** Applies commands at their times. @returns the replies, and the state after the last one */
function applyAll(commands: readonly (readonly [now: number, command: RowCommand])[]) {
  let state: RowState = noRow;
  const replies = commands.map(([now, command]) => {
    const result = applyCommand(state, command, now);
    state = result.state;
    return result.reply;
  });
  return { replies, state };
}
const repliesTo = (...commands: readonly (readonly [now: number, command: RowCommand])[]) => applyAll(commands).replies;

test('a name has at most one write: a second one cannot begin, even after the lease has ended', () => {
  expect(repliesTo([0, begin('a')], [1, begin('b')], [leaseMs, begin('b')])).toEqual([true, false, false]);
});

test('a write replaces the one that it names as soon as the lease of that one has ended, and not before', () => {
  expect(repliesTo([0, begin('a')], [leaseMs - 1, begin('b', 'a')], [leaseMs, begin('b', 'a')])).toEqual([true, false, true]);
  expect(repliesTo([0, begin('a')], [leaseMs, begin('b', 'another')])).toEqual([true, false]);
});

test('a lease is renewed until it ends, never afterwards', () => {
  const renew: RowCommand = { kind: 'renew', writeId: 'a', leaseMs };
  expect(repliesTo([0, begin('a')], [leaseMs - 1, renew], [2 * leaseMs - 2, renew], [3 * leaseMs, renew])).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('the end of a write that is sent again changes nothing', () => {
  const end: RowCommand = { kind: 'complete', writeId: 'a', sealed: 'ended' };
  const { state } = applyAll([
    [0, begin('a')],
    [1, end],
  ]);
  expect(applyCommand(state, end, 500).state).toEqual(state);
});

test('a begin that arrives after its own withdrawal is refused, and one of another write is not', () => {
  const withdraw: RowCommand = { kind: 'withdraw', writeId: 'a', unacknowledged: true };
  expect(repliesTo([0, withdraw], [1, begin('a')], [1, begin('b')])).toEqual([false, false, true]);
});

/** A command without a tombstone: no command of a file arrives later than its reply. */
const prompt = (command: RowCommand): RowCommand => (command.kind === 'withdraw' ? { ...command, unacknowledged: false } : command);

test('SQLite replies to any commands, at any times, as the definition does', async () => {
  let now = 0;
  const store = new SqliteStore(new Database(':memory:'), { clock: { wallMs: () => 0, steadyMs: () => now } });
  let names = 0;
  const steps = fc.array(fc.tuple(anyCommand, fc.constantFrom(0, 1, 999_999)), { minLength: 1, maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      const name = `row ${(names += 1)}`;
      let state = noRow;
      for (const [any, passedMs] of commands) {
        now += passedMs;
        const result = applyCommand(state, prompt(any), now);
        state = result.state;
        expect(await store.perform(name, prompt(any))).toEqual(result.reply);
      }
    }),
  );
  await store.close();
});
