import type { HeaderLists } from '../http/http.js';

/** What a caller shows. */
export interface Credential {
  readonly text: string;
  /** Whether it came as `Authorization: Bearer`, where a token may stand too. */
  readonly bearer: boolean;
}

/** The one credential in `Authorization: Bearer` or `x-api-key`. @returns null where there is none, or more than one. */
export function presentedCredential(headers: HeaderLists): Credential | null {
  const bearers = headers['authorization'] ?? [];
  const keys = headers['x-api-key'] ?? [];
  if (bearers.length + keys.length !== 1) return null;
  const bearer = bearers.length === 1;
  const text = bearer ? /^Bearer +(\S+)$/i.exec(bearers[0]!)?.[1] : keys[0];
  return text === undefined || text === '' ? null : { text, bearer };
}
