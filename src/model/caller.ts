import type { Secret } from './secret.js';

/** What a caller may be allowed to do; the names are published in the SDL. */
export const scopes = [
  'content:read',
  'content:meeting',
  'attendees:read',
  'attendees:pii',
  'attendees:write',
  'checkin:read',
  'sso:issue',
] as const;
export type Scope = (typeof scopes)[number];

/** Who asks. The name is safe to log: it is the operator's own name for a key, a token's subject or an address. */
export interface Caller {
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  /** When the credential ends, in milliseconds since 1970. Left out: never. */
  readonly expiresAt?: number;
  /** The credential that was presented, so that it is masked where the service repeats it. */
  readonly credential?: Secret | undefined;
}

export const allScopes: ReadonlySet<Scope> = new Set(scopes);
