import fc from 'fast-check';
import { applyCommand, noRow, type RowCommand } from '../../../src/storage/leases/row-commands.js';
import { createOpenConnection } from '../../../src/storage/redis/connection.js';
import { rowParameters, rowReply, rowScript } from '../../../src/storage/redis/row-script.js';
import { describeWithRedis, RedisServer } from '../../support/redis-server.js';

describeWithRedis('the script of outcome rows', () => {
  let server: RedisServer;
  beforeAll(async () => void (server = await RedisServer.start()));

  const writeId = fc.constantFrom('a', 'b', 'c');
  /** A lease that lasts, or one that has ended immediately: then the result does not depend on the time that a test takes. */
  const leaseMs = fc.constantFrom(1_000_000, 0);
  const sealed = fc.constantFrom('sealed 1', 'sealed 2');
  const row = fc.record({ startedAt: fc.constantFrom(1_800_000_000_000, 1_800_000_000_001), sealed });
  const command: fc.Arbitrary<RowCommand> = fc.oneof(
    fc.constant({ kind: 'read' as const }),
    fc.record({ kind: fc.constant('begin' as const), writeId, row, leaseMs, replacing: fc.option(writeId, { nil: undefined }) }),
    fc.record({ kind: fc.constant('renew' as const), writeId, leaseMs }),
    fc.record({ kind: fc.constant('complete' as const), writeId, sealed }),
    fc.record({ kind: fc.constant('release' as const), writeId }),
    fc.record({ kind: fc.constant('withdraw' as const), writeId, unacknowledged: fc.boolean() }),
    fc.record({ kind: fc.constant('clear' as const), writeId }),
  );

  test('the script replies to any commands as the definition does', async () => {
    const connection = (await createOpenConnection(server.url))(() => {});
    await connection.opened;
    let keys = 0;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 15 }), async (commands) => {
          const key = `row-${(keys += 1)}`;
          const replies = await Promise.all(
            commands.map(async (each) => rowReply(each, await connection.send(['EVAL', rowScript, '1', key, ...rowParameters(each)]))),
          );
          let state = noRow;
          const expected = commands.map((each) => {
            const result = applyCommand(state, each, 0);
            state = result.state;
            return result.reply;
          });
          // The time since a write ended differs, because the definition runs at one moment.
          const timeless = (reply: unknown) => (typeof reply === 'object' && reply !== null ? { ...reply, quietMs: 0 } : reply);
          expect(replies.map(timeless)).toEqual(expected.map(timeless));
        }),
        { numRuns: 500 },
      );
    } finally {
      connection.destroy();
    }
  });

  test('the script stores a row for a day, and a tombstone alone for minutes', async () => {
    const run = (each: RowCommand) => server.command('EVAL', rowScript, '1', 'row', ...rowParameters(each));
    await run({ kind: 'withdraw', writeId: 'a', unacknowledged: true });
    expect(Number(await server.command('PTTL', 'row'))).toBeLessThanOrEqual(600_000);
    await run({ kind: 'begin', writeId: 'b', row: { startedAt: 1, sealed: 'x' }, leaseMs: 1_000, replacing: undefined });
    expect(Number(await server.command('PTTL', 'row'))).toBeGreaterThan(23 * 3_600_000);
    await run({ kind: 'withdraw', writeId: 'c', unacknowledged: true });
    expect(Number(await server.command('PTTL', 'row'))).toBeGreaterThan(23 * 3_600_000);
  });
});
