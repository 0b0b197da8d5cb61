/* The scopes, the caller of an operation, who has some of them, and the identity by which its credential names an attendee. */

import type { Secret } from '../primitives/secret.js';
import type { ActivityId } from './ids.js';

/**
 * The kinds of documented scopes, by what they permit.
 * - `content`: data of activities, which describes no person.
 * - `people`: data that describes people. Types and fields behind such a scope are audited.
 * - `login`: single sign-on on behalf of attendees.
 * - `self`: the record of the attendee that the caller is. Without one, as for a key or a gateway, such a scope opens nothing.
 * - `documents`: documents that `TRUSTED_DOCUMENTS=require` refuses. It opens no data.
 */
type ScopeKind = 'content' | 'people' | 'login' | 'self' | 'documents';

const scopeKinds = {
  'content:read': 'content',
  'content:meeting': 'content',
  'attendees:read': 'people',
  'attendees:pii': 'people',
  'attendees:write': 'people',
  'checkin:read': 'people',
  'sso:issue': 'login',
  'self:read': 'self',
  'self:register': 'self',
  'self:sso': 'self',
  'documents:any': 'documents',
} as const satisfies Readonly<Record<string, ScopeKind>>;

type DocumentedScope = keyof typeof scopeKinds;

/** The permissions of the documented operations. The SDL publishes their names. */
export const documentedScopes = Object.keys(scopeKinds) as readonly DocumentedScope[];

/** A permission that a caller may have. A bound field may have a scope of its own, with its name after the colon. */
export type Scope = DocumentedScope | OperationScope;
type OperationScope = `operations:${string}`;

/** Whether a string has the form of the scope of a bound field. The file decides whether the field exists. */
export const isOperationScope = (text: string): text is OperationScope => /^operations:[A-Za-z][A-Za-z0-9_]*$/.test(text);

/** Who sends an operation: an app with a key, a user with a token, or anyone where authentication is off. */
export interface Caller {
  /** Safe to log: the operator's name for a key, the subject of a token, or an address. */
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  /**
   * True for a gateway that has checked the scopes itself, by the directives of fields: these cannot state that an argument requires a
   * further scope, so such arguments are refused.
   */
  readonly fieldsOnly?: true;
  /** The activities that the caller may query, if they are served. Omitted: all that are served. */
  readonly activities?: ReadonlySet<ActivityId>;
  /** The attendee that the caller is, by its credential. Omitted if the credential names none. */
  readonly attendee?: AttendeeIdentity;
  /** Why the credential names no attendee. Omitted: it has no claim that names one. */
  readonly noAttendee?: 'AUTHENTICATION_OFF' | 'NOT_VERIFIED';
  /** When the credential expires, in milliseconds since the epoch. Omitted if it never expires. */
  readonly expiresAt?: number;
  /** The credential that the caller sent. It is masked in the service's messages. */
  readonly credential?: Secret | undefined;
}

/**
 * Returns whose idempotency keys a caller's are. Without authentication those of all callers are the same: the name is an address, and a
 * phone that repeats a registration may have another one meanwhile.
 */
export const keyOwnerOf = ({ name, noAttendee }: Caller): string => (noAttendee === 'AUTHENTICATION_OFF' ? '' : name);

/** Why `Activity.viewer` of an activity is null: the caller names no attendee, or the service has none, or returns another one. */
export interface NoViewer {
  readonly reason: 'NO_CLAIM' | NonNullable<Caller['noAttendee']> | 'NOT_FOUND' | 'RECORD_DIFFERS';
  readonly activityId: string;
}

/**
 * The documented scopes on data: what a caller has where authentication is off. `documents:any` is not one of them, because it lifts
 * `TRUSTED_DOCUMENTS=require`, which would otherwise restrict no caller there. The library exports them as `allScopes`.
 */
export const dataScopes: ReadonlySet<Scope> = new Set(documentedScopes.filter((scope) => scopeKinds[scope] !== 'documents'));

const isOfKind = (scope: Scope, kind: ScopeKind): boolean => scopeKinds[scope as DocumentedScope] === kind;

/** Whether a documented scope stands for data that describes people. */
export const isPersonalScope = (scope: Scope): boolean => isOfKind(scope, 'people');

/** A scope that concerns the caller's own record. */
export type SelfScope = { [Each in DocumentedScope]: (typeof scopeKinds)[Each] extends 'self' ? Each : never }[DocumentedScope];

export const isSelfScope = (scope: Scope): scope is SelfScope => isOfKind(scope, 'self');

/** The values by which a credential can name an attendee, in the order of `AttendeeLookup`. */
export const identityKinds = ['id', 'mobile', 'email', 'openId'] as const;
export type IdentityKind = (typeof identityKinds)[number];

/**
 * The attendee that a caller is, as its credential states it. It is plain data, because requests whose callers have equal identities may
 * share a result.
 */
export interface AttendeeIdentity {
  /** The value that names the attendee, in normal form. An id is a number of the service, or a global id. */
  readonly kind: IdentityKind;
  readonly value: string;
  /** The caller's own mobile number in normal form; null if it is not known. */
  readonly mobile: string | null;
}

/**
 * Returns a mobile number without spaces, hyphens and a leading +86. Numbers are compared in this form. The number of a credential is also
 * sent in it; a number of an input is sent as the caller writes it.
 */
export const normalMobile = (mobile: string): string => mobile.replace(/[\s-]/g, '').replace(/^\+86/, '');

/** Returns the form in which a value names an attendee. It is blank if the value is. */
export const normalIdentity = (kind: IdentityKind, value: string): string => (kind === 'mobile' ? normalMobile(value) : value.trim());
