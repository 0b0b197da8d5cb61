/*
 * The attendee that the caller is, reached by `Activity.viewer` or after its registration. `self:read` opens its fields, unless
 * they state another scope.
 *
 * The privilege belongs to the wrapper, which only these resolvers make, for one response. The record inside may be shared with
 * other operations, and other fields of the same operation may return it: there it is a record like any other, and its fields take the
 * usual scopes.
 */

/** The records by their wrappers. */
const records = new WeakMap<object, object>();

/**
 * Wraps a record as the caller's own. The wrapper has the fields of the record. It is a proxy, because the getters of a record read its
 * private members and work on the record itself only, not on an object that inherits from it. One wrapper for each operation is
 * fast enough.
 */
export function asSelf<T extends object>(record: T): T {
  const own = new Proxy(record, { get: (target, name): unknown => Reflect.get(target, name) });
  records.set(own, record);
  return own;
}

/** Whether an object is one that the caller reads as its own: its attendee, or the registration of it. */
export const isSelf = (source: unknown): boolean => typeof source === 'object' && source !== null && records.has(source);

/** The record of a caller's own; any other object is itself. */
export const unwrappedRecord = (source: object): object => records.get(source) ?? source;
