/** Returns a word for the cause of an outage, without an address or a credential: ECONNREFUSED, TIMEOUT, or the first word of an error of Redis such as OOM. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code;
  return /^[A-Z]{2,20}(?= |$)/.exec(error.message)?.[0] ?? (/^[A-Za-z]{1,40}Error$/.test(error.name) ? error.name : 'Error');
}

/** A command had no reply in time. */
export class RedisTimeoutError extends Error {
  override readonly name = 'RedisTimeoutError';
  readonly code = 'TIMEOUT';
}

/** Redis is known to be out of reach, or the operation has no time left for it. Nothing was sent to it. */
export class RedisDownError extends Error {
  override readonly name = 'RedisDownError';
  readonly code = 'DOWN';
}
