/* The script of recorded writes, compared with its definition in a real Redis. */

import fc from 'fast-check';
import { loadRedisClients } from '../../../src/storage/redis/redis-link.js';
import { rowParameter, rowReply, rowScript } from '../../../src/storage/redis/redis-outcomes.js';
import { applyCommand, type RowCommand } from '../../../src/storage/row-commands.js';
import { describeWithRedis, RedisServer } from '../../support/redis-server.js';
import { anyCommand, noRow } from '../any-command.js';

describeWithRedis('the script of outcome rows', () => {
  let server: RedisServer;
  beforeAll(async () => void (server = await RedisServer.start()));

  test('the script replies to any commands as the definition does', async () => {
    const connection = (await loadRedisClients(server.url)).open(() => {});
    await connection.opened;
    let keys = 0;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(anyCommand, { minLength: 1, maxLength: 15 }), async (commands) => {
          const key = `row-${(keys += 1)}`;
          const replies = await Promise.all(
            commands.map(async (each) => rowReply(each, await connection.send(['EVAL', rowScript, '1', key, rowParameter(each)]))),
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
        { numRuns: 200 },
      );
    } finally {
      connection.destroy();
    }
  });

  test('a row is written with one command, as Redis may drop a transaction when it loads its file', () => {
    expect(server.written()).toContain('writeId');
    expect(server.written()).not.toContain('MULTI');
  });

  test('the end of a write that is sent again changes nothing', async () => {
    const row = { writeId: 'a', sealed: 'x', startedAt: '1', leaseEndsAt: '1' };
    await server.command('SET', 'ended', JSON.stringify(row));
    await server.command('EVAL', rowScript, '1', 'ended', rowParameter({ kind: 'release', writeId: 'a' }));
    expect(JSON.parse((await server.command('GET', 'ended')) as string)).toEqual(row);
  });

  test('a value that is no row is an unknown outcome, and no command fails for it', async () => {
    const row = { writeId: 'a', sealed: 'x', startedAt: '1', leaseEndsAt: '1' };
    const altered = [{ writeId: 7 }, { sealed: 5 }, { sealed: null }, { startedAt: 'x' }, { leaseEndsAt: 'x' }, { leaseEndsAt: {} }];
    const texts = ['', 'x', '5', 'null', '['.repeat(2_000), ...altered.map((each) => JSON.stringify({ ...row, ...each }))];
    const values = [...texts.map((text) => ['SET', 'other', text]), ['LPUSH', 'other', 'x']];
    const run = async (each: RowCommand) => rowReply(each, await server.command('EVAL', rowScript, '1', 'other', rowParameter(each)));
    for (const value of values) {
      await server.command('DEL', 'other');
      await server.command(...value);
      expect(await run({ kind: 'read' })).toMatchObject({ startedAt: 0, sealed: '', running: false });
      expect(await run({ kind: 'begin', writeId: 'a', row: { startedAt: 1, sealed: 'x' }, leaseMs: 1, replacing: undefined })).toBe(false);
      expect(await run({ kind: 'withdraw', writeId: 'a', unacknowledged: true })).toBe(false);
    }
  });

  test('the script stores a row for a day, and a tombstone alone for minutes', async () => {
    const run = (each: RowCommand) => server.command('EVAL', rowScript, '1', 'row', rowParameter(each));
    await run({ kind: 'withdraw', writeId: 'a', unacknowledged: true });
    expect(Number(await server.command('PTTL', 'row'))).toBeLessThanOrEqual(600_000);
    await run({ kind: 'begin', writeId: 'b', row: { startedAt: 1, sealed: 'x' }, leaseMs: 1_000, replacing: undefined });
    expect(Number(await server.command('PTTL', 'row'))).toBeGreaterThan(23 * 3_600_000);
    await run({ kind: 'withdraw', writeId: 'c', unacknowledged: true });
    expect(Number(await server.command('PTTL', 'row'))).toBeGreaterThan(23 * 3_600_000);
  });
});
