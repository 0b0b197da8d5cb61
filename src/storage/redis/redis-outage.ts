/* Outages of Redis: a word for the cause, a hint for the operator, the errors of commands, and the rights that are tried beforehand. */

/**
 * Returns a word for the cause of an outage, without an address or a credential: ECONNREFUSED, CONNECTION_CLOSED, TIMEOUT, or the first
 * word of an error of Redis such as OOM; `NOPERM EVAL` if the user may not run a command.
 */
export function outageCause(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const [, right] = missingRight.exec(error.message)?.filter(Boolean) ?? [];
  if (right !== undefined) return `NOPERM ${right.toUpperCase()}`;
  // Redis 7.0 and earlier, of a command in a script.
  if (error.message.includes("The user executing the script can't")) return 'NOPERM';
  if (error.message.startsWith('ERR max number of clients')) return 'MAXCLIENTS';
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code;
  if (error.message.startsWith('Socket closed')) return 'CONNECTION_CLOSED';
  if (error.message === 'Connection timeout') return 'ETIMEDOUT';
  return /^[A-Z]{2,20}(?= |$)/.exec(error.message)?.[0] ?? error.name;
}

/** Hints on what to check, by the cause. The first that matches is logged. */
const hints: readonly (readonly [cause: RegExp, hint: string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN)/, 'Check the host name in REDIS_URL and the DNS server.'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/, 'Check the host and port in REDIS_URL, and firewalls.'],
  [/^ETIMEDOUT/, 'Check the host in REDIS_URL, firewalls, and whether its port expects TLS (rediss:) or not (redis:).'],
  [/ALTNAME/, 'The certificate of Redis is for another host name: use a name in REDIS_URL that it contains.'],
  [/EXPIRED|NOT_YET_VALID/, 'Renew the certificate of Redis, and check the clocks.'],
  [
    /CERT|SIGNED|ISSUER/,
    'Set NODE_EXTRA_CA_CERTS, in the environment of the process, to a file with the certificate of the authority that signed that of Redis.',
  ],
  [/^(WRONGPASS|NOAUTH|ERR$)/, 'Check the user and the password in REDIS_URL, and that its database exists.'],
  [/^CONNECTION_CLOSED/, 'Redis has ended, or closed the connection: look at its log.'],
  [/^NOPERM/, 'Give the user of REDIS_URL the rights to the commands, keys and channels that docs/replicas.md lists.'],
  [/^MAXCLIENTS/, 'Redis accepts no further connection: raise its maxclients, or end other clients.'],
  [/^(MOVED|CLUSTERDOWN)/, 'REDIS_URL leads to a node of Redis Cluster: put a proxy in front of the cluster.'],
  [/^OOM/, 'Redis is full: raise its maxmemory. Its keys must not be evicted.'],
  [/^NOREPLICAS/, 'Redis has fewer replicas than its min-replicas-to-write: look at them, and at their connection to it.'],
  [/^MISCONF/, 'Redis cannot write to its disk: check its free space and health, and the log of Redis.'],
  [/^WRONGTYPE/, 'Another program has written the key "salt" behind REDIS_KEY_PREFIX: give each a prefix of its own.'],
  [/^READONLY/, 'REDIS_URL leads to a replica of Redis: use the address of the primary.'],
];

/** Returns what the operator should check. */
export const outageHint = (cause: string): string =>
  (/^NOPERM [A-Z|]+$/.test(cause)
    ? `Give the user of REDIS_URL the right to run ${cause.slice('NOPERM '.length)}, and let no rename-command disable it. docs/replicas.md lists all rights.`
    : hints.find(([pattern]) => pattern.test(cause))?.[1]) ??
  'Check the address in REDIS_URL, whether its port expects TLS (rediss:) or not (redis:), and the load and log of Redis.';

/**
 * A command had no reply in time; or it was not sent, because Redis is known to be out of reach (`DOWN`)
 * or the operation has no time left for it.
 */
export class RedisError extends Error {
  override readonly name = 'RedisError';
  constructor(readonly code: 'TIMEOUT' | 'DOWN') {
    super(code === 'DOWN' ? 'The command was not sent to Redis.' : 'Redis did not reply in time.');
  }
}

/**
 * Commands that prove, on each new connection and every second, that Redis accepts writes and the user of REDIS_URL has the rights that it
 * needs: each command of the program's scripts, which are commands of the user too. They write for a second. GET proves too that the salt
 * is a string: otherwise every registration would be refused.
 * @param prefixed returns the name of a key in Redis
 */
export function rightsCommands(prefixed: (name: string) => string): readonly (readonly string[])[] {
  const key = prefixed('writable');
  return [['EVAL', 'return 1', '1', key], ['TIME'], ['SET', key, '1', 'PX', '1000'], ['GET', prefixed('salt')]];
}

/** The message of an error that names a command which the user may not run, or which does not exist. */
const missingRight = /^(?:NOPERM .*the '([a-z|]{2,20})' command|ERR unknown command ['`]?([a-z]{2,20}))/i;
