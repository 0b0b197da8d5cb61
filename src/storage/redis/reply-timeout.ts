import { RedisTimeoutError } from './outage.js';

/**
 * Waits for a reply, and fails after a time. @throws RedisTimeoutError
 *
 * In a busy process the timer can fire late, when the reply has arrived and is not read yet. The turns of setImmediate let it be
 * read first.
 */
export function withTimeout<T>(reply: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => setImmediate(() => setImmediate(() => reject(new RedisTimeoutError('Redis did not reply in time.')))),
      ms,
    );
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
