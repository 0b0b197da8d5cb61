import type { Caller } from '../../records/caller.js';

/**
 * Returns a string that is equal for callers who may see the same, apart from their own records. It contains every member of a caller
 * except the name, the credential, its expiry and the attendee, so a member that is added to `Caller` later is included.
 */
export const rightsOf = rememberedOfCaller(
  ({ name: _name, credential: _credential, expiresAt: _expiresAt, attendee: _attendee, ...others }) =>
    JSON.stringify(others, (_key, value: unknown) =>
      value instanceof Set ? [...value].map(String).toSorted((one, other) => (one < other ? -1 : 1)) : value,
    ),
);

/** Returns a string that is equal for the same person: two tokens of one subject may name different attendees. */
export const personOf = rememberedOfCaller(({ name, attendee }) => JSON.stringify([name, attendee ?? null]));

/** Computes a string once for each caller. That of an API key is one object for all requests; others may live for one request, which asks twice. */
function rememberedOfCaller(compute: (caller: Caller) => string): (caller: Caller) => string {
  const known = new WeakMap<Caller, string>();
  return (caller) => {
    let text = known.get(caller);
    if (text === undefined) known.set(caller, (text = compute(caller)));
    return text;
  };
}
