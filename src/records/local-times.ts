/* Times as text in replies: where the interface has Unix seconds, some services send a date and time of the activity's time zone. */

import { isCalendarDate, TimeZone } from '../primitives/calendar.js';
import type { FactsByActivity } from './activity-facts.js';
import type { ActivityId } from './ids.js';
import type { ReplyPosition } from './reply.js';

/** Returns a function that returns the time zone of an activity, in which its local times are read; null if it is not known. */
export function zonesOf(facts: FactsByActivity): (activityId: ActivityId) => TimeZone | null {
  const zones = new Map(Object.entries(facts).map(([id, { timeZone }]) => [id, timeZone === undefined ? null : new TimeZone(timeZone)]));
  return (activityId) => zones.get(String(activityId)) ?? null;
}

/**
 * A local date and time, in the format of ISO 8601: YYYY-MM-DDTHH:MM:SS. @returns null for a date of zeros
 * @throws UpstreamInvalidResponseError for a date or time that does not exist, and for another text
 */
export function localTime(text: string, position: ReplyPosition): string | null {
  if (zeroDate.test(text)) return null;
  const [, date, time] = dateAndTime.exec(text) ?? [];
  if (date !== undefined && isCalendarDate(date)) return `${date}T${time}`;
  throw position.invalid('an existing date, YYYY-MM-DD HH:MM:SS');
}

/** Whether a text is written as a date, perhaps with a time and an offset from UTC. It may be one that does not exist. */
export const isTextTime = (text: string): boolean => textTime.test(text);

/**
 * The date and the whole seconds of such a text, YYYY-MM-DDTHH:MM:SS.
 * @returns null for a date of zeros
 * @throws UpstreamInvalidResponseError
 */
export function existingTime(text: string, position: ReplyPosition): string | null {
  const [, date, time = '00:00', seconds = ':00'] = textTime.exec(text) ?? [];
  return localTime(`${date}T${time}${seconds}`, position);
}

/**
 * The instant of a date and time as text: in the time zone of the activity, unless it states its offset from UTC.
 * @returns milliseconds since the epoch; null for a date of zeros
 */
export function textInstant(text: string, position: ReplyPosition): number | null {
  const written = existingTime(text, position);
  if (written === null) return null;
  const [, , , , fraction = '', zone, hours, minutes = '00'] = textTime.exec(text) ?? [];
  const local = Date.parse(`${written}${fraction}Z`);
  if (zone === undefined) return position.timeZone().instantOf(local);
  if (hours === undefined) return local;
  const instant = Date.parse(`${written}${fraction}${hours}:${minutes}`);
  if (Number.isNaN(instant)) throw position.invalid('an existing offset from UTC, such as +08:00');
  return instant;
}

const textTime = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?:(:\d{2})(\.\d{1,9})?)?(?: ?(Z|([+-]\d{2})(?::?(\d{2}))?))?)?$/;
const dateAndTime = /^(\d{4}-\d{2}-\d{2})[ T]((?:[01]\d|2[0-3])(?::[0-5]\d){2})$/;
const zeroDate = /^0000-00-00(?:[ T]00:00:00)?$/;
