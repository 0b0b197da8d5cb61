/* The rights that the user of REDIS_URL needs: they are tried on each new connection, so that a missing one is known before it matters. */

/**
 * Commands that run each command of the program's scripts, and write for a second. They fail with NOPERM and the name of the first that is not
 * permitted.
 * @param prefixed returns the name of a key in Redis
 */
export const rightsCommands = (prefixed: (name: string) => string): readonly (readonly string[])[] => [
  ['EVAL', rightsScript, '1', prefixed('writable'), 'text'],
  ['EVAL', rightsScript, '1', prefixed('writable-hash'), 'hash'],
];

const rightsScript = `
local key = KEYS[1]
local refused = function(name, reply)
  if type(reply) ~= 'table' or not reply.err then return nil end
  if string.find(reply.err, 'NOPERM') or string.find(reply.err, "can't run this command") or string.find(reply.err, 'Unknown Redis command') then
    return redis.error_reply("NOPERM no permissions to run the '" .. name .. "' command in a script")
  end
  return reply
end
local commands = {
  text = {{'TIME'}, {'SET', key, '1', 'PX', '1000'}, {'GET', key}},
  hash = {{'HSET', key, 'a', '1'}, {'PEXPIRE', key, '1000'}, {'HMGET', key, 'a'}, {'HEXISTS', key, 'a'}, {'HDEL', key, 'a'}}
}
for _, command in ipairs(commands[ARGV[1]]) do
  local problem = refused(command[1], redis.pcall(unpack(command)))
  if problem then return problem end
end
return 1
`;

/** Returns the command that an error of Redis says is not permitted or does not exist, in capital letters; null for any other error. */
export function missingRight(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const [, name] =
    /^(?:NOPERM .*the '([a-z|]{2,20})' command|ERR unknown command ['`]?([a-z]{2,20}))/i.exec(error.message)?.filter(Boolean) ?? [];
  return name?.toUpperCase() ?? null;
}
