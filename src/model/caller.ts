import type { AttendeeIdentity } from './attendee-identity.js';
import type { ActivityId } from './ids.js';
import type { Secret } from './secret.js';

/** The permissions of the documented operations. The SDL publishes their names. */
export const scopes = [
  'content:read',
  'content:meeting',
  'attendees:read',
  'attendees:pii',
  'attendees:write',
  'checkin:read',
  'sso:issue',
  'self:read',
  'self:register',
  'self:sso',
  'documents:any',
] as const;

/** A permission that a caller may have. A bound operation may have a scope of its own, with its name after the colon. */
export type Scope = (typeof scopes)[number] | OperationScope;
export type OperationScope = `operations:${string}`;

/** Whether a text has the form of the scope of a bound operation. The file decides whether the operation exists. */
export const isOperationScope = (text: string): text is OperationScope => /^operations:[A-Za-z][A-Za-z0-9_]*$/.test(text);

/** The client of an operation. */
export interface Caller {
  /** Safe to log: the operator's name for a key, the subject of a token, or an address. */
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The activities that the client may query, if they are served. Absent: all that are served. */
  readonly activities?: ReadonlySet<ActivityId>;
  /** The attendee that the client is, by its credential. Absent: the credential names none. */
  readonly attendee?: AttendeeIdentity;
  /** When the credential expires, in milliseconds since the epoch. Absent: never. */
  readonly expiresAt?: number;
  /** The credential that the client sent. It is masked in the service's messages. */
  readonly credential?: Secret | undefined;
}

/**
 * Every documented scope on data: what a caller has where authentication is off. `documents:any` is not one of them, because it lifts
 * `TRUSTED_DOCUMENTS=require`, which would otherwise hold no caller there.
 */
export const allScopes: ReadonlySet<Scope> = new Set(scopes.filter((scope) => scope !== 'documents:any'));

/** Whether a documented scope stands for data that describe people. */
export const isPersonalScope = (scope: Scope): boolean => scope.startsWith('attendees:') || scope === 'checkin:read';

/** The scopes that concern the caller's own record. Only tokens have them, because a key or a router stands for no attendee. */
export const selfScopes = ['self:read', 'self:register', 'self:sso'] as const satisfies readonly Scope[];
export type SelfScope = (typeof selfScopes)[number];

export const isSelfScope = (scope: Scope): scope is SelfScope => selfScopes.some((self) => self === scope);
