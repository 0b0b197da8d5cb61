/*
 * The rows of outcomes in Redis: the commands of `row-commands.ts` as a script. Under its name, a row is a string of JSON, with a member `-ID`
 * for each tombstone. A script is atomic, touches one key, and writes by one command: several would be a transaction in the append-only file,
 * which Redis drops when it loads the file, if its user `default` has not the rights to them.
 */

import { randomBytes } from 'node:crypto';
import { retentionMs, type OutcomeStore } from '../../domain/at-most-once/outcome-store.js';
import { createLeasedOutcomes } from '../leased-outcomes.js';
import type { RowCommand, RowReply } from '../row-commands.js';
import type { Seal } from '../seal.js';
import type { RedisLink } from './redis-link.js';

/** The outcome store in Redis, shared by all replicas. Closing it does not close the link. */
export function createRedisOutcomes(link: RedisLink, seal: Seal): OutcomeStore {
  const evaluate = (script: string, key: string, parameters: readonly string[]) => ['EVAL', script, '1', link.prefixed(key), ...parameters];
  const rowCommand = (name: string, command: RowCommand) => evaluate(rowScript, `outcome:${name}`, [rowParameter(command)]);
  return createLeasedOutcomes(
    {
      salt: (wait) => link.command(evaluate(saltScript, 'salt', [randomBytes(16).toString('base64url')]), wait) as Promise<string>,
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
local stored, row = redis.pcall('GET', key), {}
if type(stored) == 'string' then
  local decodes, value = pcall(cjson.decode, stored)
  row = decodes and value
elseif stored then
  -- Such as a missing right.
  if not string.find(stored.err, 'WRONGTYPE') then return stored end
  row = false
end
local isWrite = function()
  return type(row.writeId) == 'string' and type(row.sealed) == 'string' and tonumber(row.startedAt) and tonumber(row.leaseEndsAt)
end
-- A value of another program counts as an unknown outcome of long ago. A script that fails for it would fail again whenever the link is up.
if type(row) ~= 'table' or row.writeId and not isWrite() then
  row = {writeId = '', sealed = '', startedAt = '0', leaseEndsAt = '0'}
end
-- An empty row stays too: to write to a key that has just expired would be a transaction.
local store = function()
  redis.call('SET', key, cjson.encode(row), 'PX', row.writeId and command.retentionMs or command.tombstoneMs)
end
local ends = tonumber(row.leaseEndsAt)
if kind == 'read' then
  if not row.writeId then return false end
  return {row.startedAt, row.sealed, row.writeId, ends > now and 1 or 0, text(math.max(0, now - ends))}
end
if kind == 'begin' then
  local free = not row.writeId or (row.writeId == command.replacing and ends <= now)
  if not free or row['-' .. id] then return 0 end
  row.writeId, row.startedAt, row.sealed, row.leaseEndsAt = id, text(command.row.startedAt), command.row.sealed, text(now + command.leaseMs)
  store()
  return 1
end
local mine = row.writeId == id
if kind == 'withdraw' then
  if command.unacknowledged then row['-' .. id] = '1' end
  if mine then row.writeId, row.startedAt, row.sealed, row.leaseEndsAt = nil, nil, nil, nil end
  store()
  return mine and 1 or 0
end
if not mine or (kind == 'renew' and ends <= now) then return 0 end
row.leaseEndsAt = text(kind == 'renew' and now + command.leaseMs or math.min(ends, now))
if kind == 'complete' then row.sealed = command.sealed end
store()
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
