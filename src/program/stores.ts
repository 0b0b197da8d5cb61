/* The stores of the program: the file of STATE_FILE, and the Redis that replicas share. */

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { ConfigError, type Config } from '../config/config.js';
import type { OutcomeStore } from '../domain/at-most-once/outcome-store.js';
import type { Channels } from '../domain/channels.js';
import type { Secret } from '../primitives/secret.js';
import { WaitBudget, within } from '../primitives/waiting.js';
import type { BucketStore } from '../records/bucket-store.js';
import { RedisBuckets } from '../storage/redis/redis-buckets.js';
import { RedisChannels } from '../storage/redis/redis-channels.js';
import { createOpenConnection, type OpenConnection, RedisLink } from '../storage/redis/redis-link.js';
import { outageHint } from '../storage/redis/redis-outage.js';
import { createRedisOutcomes } from '../storage/redis/redis-outcomes.js';
import { createSeal } from '../storage/seal.js';
import { openSqliteOutcomes } from '../storage/sqlite/sqlite-outcomes.js';
import { createKeyedDigest } from './context-factory.js';
import { asStateFileSetting } from './files.js';

/** The outcomes of a state file, and whether it can be used now. */
export interface OpenedStateFile {
  readonly outcomes: OutcomeStore;
  readonly isUp: boolean;
}

/**
 * Opens the file of STATE_FILE; null stands for memory. Logs each outage of the opened file.
 * @throws ConfigError where it cannot be used, StateFileUnavailableError where it could be used later
 */
export function openStateFile(file: string | null, privateKey: Secret, log: Pick<Logger, 'info' | 'warn'>): OpenedStateFile {
  let isUp = true;
  const observer = {
    onOutage: (cause: string) => {
      isUp = false;
      log.warn(
        { cause, hint: 'Check the free space and the health of the disk of STATE_FILE, and whether another process has locked the file.' },
        'The state file cannot be used: registrations with an idempotency key and ssoLogin with addIfMissing are refused',
      );
    },
    onRecovery: () => {
      isUp = true;
      log.info('The state file can be used again');
    },
  };
  const outcomes = asStateFileSetting(() => openSqliteOutcomes(file ?? ':memory:', createSeal(privateKey), observer));
  return {
    outcomes,
    get isUp() {
      return isUp;
    },
  };
}

/** The state that the replicas of one graph share. */
export interface Replicas {
  readonly outcomes: OutcomeStore;
  readonly buckets: BucketStore;
  readonly channels: Channels;
  /** Returns the time that one operation may wait for the shared store. */
  readonly newWaitBudget: () => WaitBudget;
  /** Whether Redis can be used now. */
  readonly isUp: boolean;
  close(): Promise<void>;
}

/**
 * Connects to the Redis that the replicas share.
 * @param countOutage called when an outage of Redis begins
 * @throws ConfigError if the client library is not installed
 */
export async function connectToReplicas(
  { url, keyPrefix, timeoutMs }: NonNullable<Config['redis']>,
  privateKey: Secret,
  log: Pick<Logger, 'info' | 'warn'>,
  countOutage: () => void,
): Promise<Replicas> {
  const open = await connectionsTo(url);
  const link = new RedisLink({
    open,
    prefix: keyPrefix,
    timeoutMs,
    now: () => performance.now(),
    random: Math.random,
    onOutage: (cause) => {
      countOutage();
      log.warn(
        { cause, hint: outageHint(cause) },
        'Redis cannot be used: registrations with an idempotency key and ssoLogin with addIfMissing are refused, and rate limits apply to this process only',
      );
    },
    onRecovery: () => log.info('Redis can be used again: registrations, rate limits and events are shared'),
  });
  const channels = new RedisChannels(link, open, randomUUID());
  const outcomes = createRedisOutcomes(link, createSeal(privateKey));
  // Without a connection in time, the program starts nevertheless.
  await within(timeoutMs, link.start(), () => {});
  return {
    outcomes,
    buckets: new RedisBuckets(link, createKeyedDigest(privateKey)),
    channels,
    newWaitBudget: () => new WaitBudget(timeoutMs),
    get isUp() {
      return link.isUp;
    },
    close: async () => {
      await channels.close();
      await link.close();
    },
  };
}

async function connectionsTo(url: Secret): Promise<OpenConnection> {
  try {
    return await createOpenConnection(url.reveal());
  } catch (cause) {
    const expected = 'needs the optional dependency @redis/client, which is not installed: npm install @redis/client';
    throw new ConfigError([{ setting: 'REDIS_URL', expected }], { cause });
  }
}
