import type { Caller, Scope } from '../model/caller.js';
import { parseActivityId } from '../model/ids.js';

/** The client of an operation, as the library's user describes it. */
export interface LibraryCaller {
  /** Safe to log, and the same for every operation of the caller, because each caller has idempotency keys of its own. */
  readonly name: string;
  /** Any iterable of names, such as the scopes of a token. Unknown names grant nothing. */
  readonly scopes: Iterable<Scope | (string & {})>;
  /** The activities that the caller may query, of those that are served. If omitted, all of them. Unknown ones grant nothing. */
  readonly activities?: Iterable<number | string> | undefined;
}

/** Returns the graph's caller. @throws TypeError where the name, the scopes or the activities are invalid */
export function callerOf({ name, scopes, activities }: LibraryCaller): Caller {
  if (typeof name !== 'string') throw new TypeError('caller.name: expected a text, the same for every operation of the caller.');
  const caller = { name, scopes: scopesOf(scopes) };
  if (activities === undefined) return caller;
  if (!isListed(activities)) throw new TypeError('caller.activities: expected an iterable of ids of activities, such as [1001].');
  return { ...caller, activities: new Set([...activities].flatMap((id) => parseActivityId(String(id)) ?? [])) };
}

function scopesOf(scopes: LibraryCaller['scopes']): ReadonlySet<Scope> {
  if (scopes instanceof Set) return scopes as ReadonlySet<Scope>;
  if (!isListed(scopes)) {
    throw new TypeError('caller.scopes: expected an iterable of scope names, such as ["content:read"]. Split a text at its blanks first.');
  }
  return new Set(scopes as Iterable<Scope>);
}

/** Whether a value is an iterable of items. A string is an iterable of its letters, which would grant nothing without an error. */
function isListed(value: unknown): value is Iterable<unknown> {
  return typeof value !== 'string' && typeof (value as Iterable<unknown> | undefined)?.[Symbol.iterator] === 'function';
}
