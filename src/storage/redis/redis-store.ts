/* The rows of outcomes in Redis. */

import type { LeaseStore } from '../leases/lease-store.js';
import type { RedisLink } from './redis-link.js';
import { rowParameters, rowReply, rowScript } from './row-script.js';

/** Creates the salt if there is none, and returns it. */
const saltScript = `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])
`;

/**
 * The store of outcomes in Redis, shared by all replicas. Closing it does not close the link.
 * @param newSalt returns a random string
 */
export function createRedisStore(link: RedisLink, newSalt: () => string): LeaseStore {
  const evaluate = (script: string, key: string, parameters: readonly string[]) => ['EVAL', script, '1', link.prefixed(key), ...parameters];
  return {
    salt: async (wait) => (await link.command(evaluate(saltScript, 'salt', [newSalt()]), wait)) as string,
    perform: async (name, command, wait) =>
      rowReply(command, await link.command(evaluate(rowScript, `outcome:${name}`, rowParameters(command)), wait)),
    beforeUse: (work) =>
      link.beforeUse((send) =>
        work(async (name, command) => rowReply(command, await send(evaluate(rowScript, `outcome:${name}`, rowParameters(command))))),
      ),
    close: async () => {},
  };
}
