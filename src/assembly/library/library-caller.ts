import { identityKinds, normalIdentity, normalMobile, type AttendeeIdentity, type IdentityKind } from '../../records/attendee-identity.js';
import type { Caller, Scope } from '../../records/caller.js';
import { parseActivityId, type ActivityId } from '../../records/ids.js';

/** The caller of an operation, as the library's user describes it. */
export interface LibraryCaller {
  /** Safe to log, and the same for every operation of the caller, because each caller has idempotency keys of its own. */
  readonly name: string;
  /** Any iterable of names, such as the scopes of a token. Unknown names grant nothing. */
  readonly scopes: Iterable<Scope | (string & {})>;
  /** The activities that the caller may query, of those that are served. Unknown ones grant nothing. Omitted: all of them. */
  readonly activities?: Iterable<number | string> | undefined;
  /**
   * The attendee that the caller is, for the scopes `self:*`: values that you have verified. The first of `id`, `mobile`, `email` and
   * `openId` that is not blank names the attendee. An attendee taken from a `Caller` is not checked again. Omitted: the caller is not an attendee.
   */
  readonly attendee?: LibraryAttendee | AttendeeIdentity | undefined;
}

export type LibraryAttendee = { readonly [Kind in IdentityKind]?: string | number | undefined };

/** Returns the graph's caller. @throws TypeError where the name, the scopes or the activities are invalid */
export function callerOf({ name, scopes, activities, attendee }: LibraryCaller): Caller {
  if (typeof name !== 'string') throw new TypeError('caller.name: expected a string, the same for every operation of the caller.');
  const identity = attendee && identityOf(attendee);
  return {
    name,
    scopes: checkedScopes(scopes),
    ...(activities !== undefined && { activities: checkedActivities(activities) }),
    ...(identity && { attendee: identity }),
  };
}

function identityOf(attendee: LibraryAttendee | AttendeeIdentity): AttendeeIdentity | null {
  if ('kind' in attendee) return attendee;
  const values = identityKinds.map((kind) => ({ kind, value: normalIdentity(kind, String(attendee[kind] ?? '')) }));
  const first = values.find(({ value }) => value !== '');
  return first ? { ...first, mobile: normalMobile(String(attendee.mobile ?? '')) || null } : null;
}

function checkedActivities(activities: Iterable<number | string>): ReadonlySet<ActivityId> {
  if (!isListed(activities)) throw new TypeError('caller.activities: expected an iterable of ids of activities, such as [1001].');
  return new Set([...activities].flatMap((id) => parseActivityId(String(id)) ?? []));
}

function checkedScopes(scopes: LibraryCaller['scopes']): ReadonlySet<Scope> {
  if (scopes instanceof Set) return scopes as ReadonlySet<Scope>;
  if (!isListed(scopes)) {
    throw new TypeError(
      'caller.scopes: expected an iterable of scope names, such as ["content:read"]. Split a string at its spaces first.',
    );
  }
  return new Set(scopes as Iterable<Scope>);
}

/** Whether a value is an iterable of items. A string is an iterable of its letters, which would grant nothing without an error. */
function isListed(value: unknown): value is Iterable<unknown> {
  return typeof value !== 'string' && typeof (value as Iterable<unknown> | undefined)?.[Symbol.iterator] === 'function';
}
