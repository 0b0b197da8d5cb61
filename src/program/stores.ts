/* The stores of the program: the Redis that replicas share, or else the file of STATE_FILE. */

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { badSetting } from '../config/environment.js';
import type { OutcomeStore } from '../domain/at-most-once/outcome-store.js';
import type { Channels } from '../domain/channels.js';
import type { Secret } from '../primitives/secret.js';
import type { BucketStore } from '../primitives/token-bucket.js';
import { within } from '../primitives/waiting.js';
import type { Metrics } from '../server/telemetry/metrics.js';
import { RedisBuckets } from '../storage/redis/redis-buckets.js';
import { RedisChannels } from '../storage/redis/redis-channels.js';
import { loadRedisClients, type RedisClients, RedisLink } from '../storage/redis/redis-link.js';
import { outageHint } from '../storage/redis/redis-outage.js';
import { createRedisOutcomes } from '../storage/redis/redis-outcomes.js';
import { createKeyedDigest, createSeal } from '../storage/seal.js';
import { openSqliteOutcomes } from '../storage/sqlite/sqlite-outcomes.js';

/** The stores of what outlives an operation, or is shared by processes. */
interface Stores {
  readonly outcomes: OutcomeStore;
  /** The buckets of RATE_LIMIT; null if each process has its own. */
  readonly buckets: BucketStore | null;
  /** Undefined if the replicas share none. */
  readonly channels?: Channels;
  close(): Promise<void>;
}

type OutageLog = Pick<Logger, 'info' | 'warn'>;

/**
 * Opens the stores, in Redis if it is set. Logs and measures their outages.
 * @throws ConfigError without a client library of Redis; StateFileError, or StateFileUnavailableError where the file could be used later
 */
export async function openStores(
  { redis, stateFile }: Pick<Config, 'redis' | 'stateFile'>,
  privateKey: Secret,
  log: OutageLog,
  metrics: Metrics,
): Promise<Stores> {
  return redis === null ? openStateFile(stateFile, privateKey, log, metrics) : connectToReplicas(redis, privateKey, log, metrics);
}

/**
 * Opens the store in the file of STATE_FILE.
 * @param file null for memory
 * @throws StateFileError where the file cannot be used, StateFileUnavailableError where it could be used later
 */
function openStateFile(file: string | null, privateKey: Secret, log: OutageLog, metrics: Metrics): Stores {
  const state = { isUp: true };
  const observer = {
    onOutage: (cause: string) => {
      state.isUp = false;
      const hint = ['ENOENT', 'REPLACED'].includes(cause)
        ? 'STATE_FILE or its file -wal was moved, deleted or replaced. Put both back, or restart all programs that use it: then keys of the last 24 hours are sent again.'
        : 'Check the free space and the health of the disk of STATE_FILE, and whether another process has locked the file.';
      log.warn(
        { cause, hint },
        'The state file cannot be used: registrations with an idempotency key and ssoLogin with addIfMissing are refused',
      );
    },
    onRecovery: () => {
      state.isUp = true;
      log.info('The state file can be used again');
    },
  };
  const outcomes = openSqliteOutcomes(file ?? ':memory:', createSeal(privateKey), observer);
  metrics.sources.stateFile = state;
  return { outcomes, buckets: null, close: () => outcomes.close() };
}

/**
 * Opens the stores in the Redis that replicas share.
 * @throws ConfigError where its client library is not installed
 */
async function connectToReplicas(
  { url, keyPrefix, timeoutMs }: NonNullable<Config['redis']>,
  privateKey: Secret,
  log: OutageLog,
  metrics: Metrics,
): Promise<Stores> {
  const { open, openSubscriber } = await clientsOf(url);
  const link = new RedisLink({
    open,
    prefix: keyPrefix,
    timeoutMs,
    now: () => performance.now(),
    random: Math.random,
    onOutage: (cause, isFurther) => {
      if (!isFurther) metrics.countRedisOutage();
      log.warn(
        { cause, hint: outageHint(cause) },
        isFurther
          ? 'Redis still cannot be used, for another cause'
          : 'Redis cannot be used: registrations with an idempotency key and ssoLogin with addIfMissing are refused, and rate limits apply to this process only',
      );
    },
    onRecovery: () => log.info('Redis can be used again: registrations, rate limits and events are shared'),
  });
  const seal = createSeal(privateKey);
  const channels = new RedisChannels(link, openSubscriber, seal, randomUUID(), (cause) =>
    log.warn({ cause, hint: outageHint(cause) }, 'Redis refuses to pass check-ins on: replicas do not receive those of others'),
  );
  const outcomes = createRedisOutcomes(link, seal);
  // Without a connection in time, the program starts nevertheless.
  await within(timeoutMs, link.start(), () => {});
  // So that a missing right is logged before a check-in is lost.
  void channels.publish('writable', '');
  metrics.sources.redis = link;
  return {
    outcomes,
    buckets: new RedisBuckets(link, createKeyedDigest(privateKey)),
    channels,
    close: async () => {
      await channels.close();
      await link.close();
    },
  };
}

/** Loads the client library. @throws ConfigError where it is not installed */
const clientsOf = (url: Secret): Promise<RedisClients> =>
  loadRedisClients(url.reveal()).catch((cause: unknown) => {
    throw badSetting('REDIS_URL', 'needs the optional dependency @redis/client, which is not installed: npm install @redis/client', cause);
  });
