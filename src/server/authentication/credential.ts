import type { HeaderLists } from '../http/handler.js';

/** The credential of a request: an API key or a token. */
export interface Credential {
  readonly text: string;
  /** Whether it was sent as `Authorization: Bearer`, which can contain an API key or a token. */
  readonly bearer: boolean;
}

/** Returns the only credential in `Authorization: Bearer` or `x-api-key`, or null if there is none or more than one. */
export function presentedCredential(headers: HeaderLists): Credential | null {
  const bearers = headers['authorization'] ?? [];
  const keys = headers['x-api-key'] ?? [];
  if (bearers.length + keys.length !== 1) return null;
  const bearer = bearers.length === 1;
  const text = bearer ? /^Bearer +(\S+)$/i.exec(bearers[0]!)?.[1] : keys[0];
  return text === undefined || text === '' ? null : { text, bearer };
}
