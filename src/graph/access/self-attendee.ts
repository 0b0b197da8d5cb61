/*
 * The attendee that the caller is, reached by `Activity.viewer`. `self:read` opens the fields whose access rows have `self: true`.
 *
 * The privilege belongs to the wrapper, which only the resolver of `viewer` makes, for one response. The record inside may be shared with
 * other operations, and other fields of the same operation may return it: there it is a record like any other, and its fields take the
 * usual scopes.
 */

import type { AttendeeDetail } from '../../records/attendee.js';

/** The records by their wrappers. */
const records = new WeakMap<object, AttendeeDetail>();

/**
 * Wraps a record as the caller's own. The wrapper has the fields of the record. It is a proxy, because the getters of a record read its
 * private members and work on the record itself only, not on an object that inherits from it. One wrapper for each operation is
 * fast enough.
 */
export function selfAttendee(record: AttendeeDetail): AttendeeDetail {
  const own = new Proxy(record, { get: (target, name): unknown => Reflect.get(target, name) });
  records.set(own, record);
  return own;
}

/** Whether an object is an attendee that the caller reads as its own. */
export const isSelf = (source: unknown): boolean => typeof source === 'object' && source !== null && records.has(source);

/** The record of a caller's own attendee; any other object is itself. */
export const unwrappedRecord = (source: object): object => records.get(source) ?? source;
