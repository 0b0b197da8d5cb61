import { RedisTimeoutError } from './outage.js';

/**
 * Waits for a reply at most for a time. @throws RedisTimeoutError
 *
 * A busy process can run a timer late, when the reply has already arrived and has only not been read. So what has arrived is read
 * before the timer counts.
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
