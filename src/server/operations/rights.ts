import type { Caller } from '../../model/caller.js';

/**
 * Returns a string that is equal for callers who may see the same, apart from their own records. It contains every member of a caller
 * except the name, the credential, its expiry and the attendee, so a member that is added to `Caller` later is included.
 */
export function rightsOf(caller: Caller): string {
  const known = rights.get(caller);
  if (known !== undefined) return known;
  const { name: _name, credential: _credential, expiresAt: _expiresAt, attendee: _attendee, ...others } = caller;
  const text = JSON.stringify(others, (_key, value: unknown) =>
    value instanceof Set ? [...value].map(String).toSorted((one, other) => (one < other ? -1 : 1)) : value,
  );
  rights.set(caller, text);
  return text;
}

/** The same object stands for a caller in many requests. */
const rights = new WeakMap<Caller, string>();

/** Returns a string that is equal for the same person: two tokens of one subject may name different attendees. */
export const personOf = ({ name, attendee }: Caller): string => JSON.stringify([name, attendee ?? null]);
