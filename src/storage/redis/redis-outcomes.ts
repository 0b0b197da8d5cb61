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
  const rowCommand = (name: string, command: RowCommand) => evaluate(rowScript, `outcome:${name}`, [rowParameter(command)]);
  return createOutcomes(
    {
      salt: async (wait) => {
        const newSalt = randomBytes(16).toString('base64url');
        return (await link.command(evaluate(saltScript, 'salt', [newSalt]), wait)) as string;
      },
      perform: async (name, command, wait) => rowReply(command, await link.command(rowCommand(name, command), wait)),
      beforeUse: (work) =>
        void (link.prepare = (send) => work(async (name, command) => rowReply(command, await send(rowCommand(name, command))))),
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

/** ARGV[1] is the command, and for how long rows and tombstones stay, as JSON. */
export const rowScript = `
local key, command = KEYS[1], cjson.decode(ARGV[1])
local kind, id = command.kind, command.writeId
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
  local free = not row[1] or (row[1] == command.replacing and ends <= now)
  if not free or redis.call('HEXISTS', key, '-' .. id) == 1 then return 0 end
  redis.call('HSET', key, 'attempt', id, 'at', text(command.row.startedAt), 'sealed', command.row.sealed, 'until', text(now + command.leaseMs))
  redis.call('PEXPIRE', key, command.retentionMs)
  return 1
end
if kind == 'withdraw' and command.unacknowledged then
  redis.call('HSET', key, '-' .. id, '1')
  if mine or not row[1] then redis.call('PEXPIRE', key, command.tombstoneMs) end
end
if not mine then return 0 end
if kind == 'renew' then
  if ends <= now then return 0 end
  redis.call('HSET', key, 'until', text(now + command.leaseMs))
elseif kind == 'complete' then
  redis.call('HSET', key, 'sealed', command.sealed, 'until', text(math.min(ends, now)))
elseif kind == 'release' then
  redis.call('HSET', key, 'until', text(math.min(ends, now)))
elseif kind == 'withdraw' then
  redis.call('HDEL', key, 'attempt', 'until', 'at', 'sealed')
end
return 1
`;

/** Returns the parameter of the script. */
export const rowParameter = (command: RowCommand): string => JSON.stringify({ ...command, retentionMs, tombstoneMs });

/** Returns what the reply of the script means. */
export function rowReply({ kind }: RowCommand, reply: unknown): RowReply {
  if (kind !== 'read') return reply === 1;
  if (reply === null) return null;
  const [startedAt, sealed, version, running, quietMs] = reply as readonly [string, string, string, number, string];
  return { startedAt: Number(startedAt), sealed, version, running: running === 1, quietMs: Number(quietMs) };
}
