import fc from 'fast-check';
import Database from 'libsql';
import { applyCommand, noRow, type RowCommand } from '../../../src/storage/leases/row-commands.js';
import { createTables } from '../../../src/storage/sqlite/sqlite-schema.js';
import { startSqliteStore } from '../../../src/storage/sqlite/sqlite-store.js';
import { anyCommand } from '../leases/any-command.js';

/** A command without a tombstone: no command of a file arrives later than its reply. */
const prompt = (command: RowCommand): RowCommand => (command.kind === 'withdraw' ? { ...command, unacknowledged: false } : command);

test('the store replies to any commands, at any times, as the definition does', async () => {
  let now = 0;
  const database = new Database(':memory:');
  createTables(database);
  const store = startSqliteStore(
    database,
    // Rows expire by the wall clock, which stands still.
    { wallMs: () => 1_800_000_000_000, steadyMs: () => now },
    { onOutage: () => {}, onRecovery: () => {} },
  );
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
