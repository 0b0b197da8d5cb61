import type { Caller, Scope } from '../model/caller.js';

/** The client of an operation, as the library's user describes it. */
export interface LibraryCaller {
  /** Safe to log, and the same for every operation of the caller, because each caller has idempotency keys of its own. */
  readonly name: string;
  /** Any iterable of names, such as the scopes of a token. Unknown names grant nothing. */
  readonly scopes: Iterable<Scope | (string & {})>;
}

/** Returns the graph's caller. @throws TypeError where the name or the scopes are invalid */
export function callerOf({ name, scopes }: LibraryCaller): Caller {
  if (typeof name !== 'string') throw new TypeError('caller.name: expected a text, the same for every operation of the caller.');
  if (scopes instanceof Set) return { name, scopes: scopes as ReadonlySet<Scope> };
  // A string is an iterable of its letters, none of which is a scope: it would grant nothing without an error.
  if (typeof scopes === 'string' || typeof (scopes as Iterable<string> | undefined)?.[Symbol.iterator] !== 'function') {
    throw new TypeError('caller.scopes: expected an iterable of scope names, such as ["content:read"]. Split a text at its blanks first.');
  }
  return { name, scopes: new Set(scopes as Iterable<Scope>) };
}
