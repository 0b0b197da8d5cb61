/*
 * The rows of outcomes in Redis: the commands of `row-commands.ts` as a script. A name is a hash: `attempt` (the id of the write), `at`
 * (startedAt), `sealed`, `until` (the end of the lease by the clock of Redis), and a field `-ID` for each tombstone. Stored rows have these
 * names, so they stay. A script is atomic, and touches one key.
 */

import { randomBytes } from 'node:crypto';
import { retentionMs, type OutcomeStore } from '../../domain/at-most-once/outcome-store.js';
import { createOutcomes } from '../outcomes.js';
import type { RowCommand, RowReply } from '../row-commands.js';
import type { Seal } from '../seal.js';
import type { RedisLink } from './redis-link.js';

/** The outcome store in Redis, shared by all replicas. Closing it does not close the link. */
export function createRedisOutcomes(link: RedisLink, seal: Seal): OutcomeStore {
  const evaluate = (script: string, key: string, parameters: readonly string[]) => ['EVAL', script, '1', link.prefixed(key), ...parameters];
  const rowCommand = (name: string, command: RowCommand) => evaluate(rowScript, `outcome:${name}`, rowParameters(command));
  return createOutcomes(
    {
      salt: async (wait) => {
        const newSalt = randomBytes(16).toString('base64url');
        return (await link.command(evaluate(saltScript, 'salt', [newSalt]), wait)) as string;
      },
      perform: async (name, command, wait) => rowReply(command, await link.command(rowCommand(name, command), wait)),
      beforeUse: (work) =>
        link.addPreparation((send) => work(async (name, command) => rowReply(command, await send(rowCommand(name, command))))),
      close: async () => {},
    },
    seal,
  );
}

/** Creates the salt if there is none, and returns it. */
const saltScript = `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])
`;

/** Tombstones stop a command that a broken connection delivers late. They last much longer than a connection can delay a command. */
const tombstoneMs = 600_000;

/** ARGV: kind, id of the write, and the parameters of the kind. */
export const rowScript = `
local key, kind, id = KEYS[1], ARGV[1], ARGV[2]
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local text = function(number) return string.format('%.0f', number) end
local row = redis.call('HMGET', key, 'attempt', 'until', 'at', 'sealed')
local ends = tonumber(row[2] or '0')
local mine = row[1] == id
if kind == 'read' then
  if not row[1] then return false end
  return {row[3], row[4], row[1], ends > now and 1 or 0, text(math.max(0, now - ends))}
end
if kind == 'begin' then
  local free = not row[1] or (row[1] == ARGV[6] and ends <= now)
  if not free or redis.call('HEXISTS', key, '-' .. id) == 1 then return 0 end
  redis.call('HSET', key, 'attempt', id, 'at', ARGV[3], 'sealed', ARGV[4], 'until', text(now + tonumber(ARGV[5])))
  redis.call('PEXPIRE', key, ARGV[7])
  return 1
end
if kind == 'withdraw' and ARGV[3] == '1' then
  redis.call('HSET', key, '-' .. id, '1')
  if mine or not row[1] then redis.call('PEXPIRE', key, ARGV[4]) end
end
if not mine then return 0 end
if kind == 'renew' then
  if ends <= now then return 0 end
  redis.call('HSET', key, 'until', text(now + tonumber(ARGV[3])))
elseif kind == 'complete' then
  redis.call('HSET', key, 'sealed', ARGV[3], 'until', text(math.min(ends, now)))
elseif kind == 'release' then
  redis.call('HSET', key, 'until', text(math.min(ends, now)))
elseif kind == 'withdraw' then
  redis.call('HDEL', key, 'attempt', 'until', 'at', 'sealed')
end
return 1
`;

export function rowParameters(command: RowCommand): readonly string[] {
  switch (command.kind) {
    case 'read':
      return ['read', ''];
    case 'begin': {
      const { writeId, row, leaseMs, replacing = '' } = command;
      return ['begin', writeId, String(row.startedAt), row.sealed, String(leaseMs), replacing, String(retentionMs)];
    }
    case 'renew':
      return ['renew', command.writeId, String(command.leaseMs)];
    case 'complete':
      return ['complete', command.writeId, command.sealed];
    case 'withdraw':
      return ['withdraw', command.writeId, command.unacknowledged ? '1' : '0', String(tombstoneMs)];
    case 'release':
      return ['release', command.writeId];
  }
}

/** Returns what the reply of the script means. */
export function rowReply({ kind }: RowCommand, reply: unknown): RowReply {
  if (kind !== 'read') return reply === 1;
  if (reply === null) return null;
  const [startedAt, sealed, version, running, quietMs] = reply as readonly [string, string, string, number, string];
  return { startedAt: Number(startedAt), sealed, version, running: running === 1, quietMs: Number(quietMs) };
}
