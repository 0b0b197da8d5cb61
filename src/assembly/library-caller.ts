import type { Caller, Scope } from '../model/caller.js';

/** Who asks, as a server of the library's user knows it. */
export interface LibraryCaller {
  /** Safe to log, and the same for every operation of the caller: idempotency keys count per caller. */
  readonly name: string;
  /** Any iterable of names, such as a token's scopes. Names that the graph does not know grant nothing. */
  readonly scopes: Iterable<Scope | (string & {})>;
}

/** @throws TypeError that says what a caller must be */
export function callerOf({ name, scopes }: LibraryCaller): Caller {
  if (typeof name !== 'string') throw new TypeError('caller.name: expected a text, the same for every operation of the caller.');
  if (scopes instanceof Set) return { name, scopes: scopes as ReadonlySet<Scope> };
  // A text is an iterable of its letters, none of which is a scope.
  if (typeof scopes === 'string' || typeof (scopes as Iterable<string> | undefined)?.[Symbol.iterator] !== 'function') {
    throw new TypeError('caller.scopes: expected an iterable of scope names, such as ["content:read"]. Split a text at its blanks first.');
  }
  return { name, scopes: new Set(scopes as Iterable<Scope>) };
}
