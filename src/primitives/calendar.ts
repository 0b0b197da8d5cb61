/* Dates, local times, and instants as text. */

import type { JsonWriter } from './json-writer.js';

/** Whether a text is a date that exists, YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const [, day] = /^\d{4}-(?:0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(text) ?? [];
  if (day === undefined) return false;
  // Every month has 28 days. Of 30 February, Date makes 2 March.
  return Number(day) <= 28 || new Date(text).toISOString().startsWith(text);
}

/** A time zone of the IANA database: the instants of local times. */
export class TimeZone {
  readonly #format: Intl.DateTimeFormat;
  /** The offsets at the beginning of UTC days. The times of an event lie in few days, and Intl takes a microsecond for each. */
  readonly #offsetOfDay = new Map<number, number>();

  /** @throws RangeError for a zone that does not exist */
  constructor(name: string) {
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  }

  /**
   * Returns the instant of a local time, as Temporal's "compatible" does: the earlier one of a time that occurs twice. For 02:30, where
   * clocks go from 02:00 to 03:00, it is that of 03:30. @param local milliseconds since the epoch if the time were in UTC
   */
  instantOf(local: number): number {
    const day = Math.floor(local / dayMs);
    const [before, after] = [this.#atDay(day - 1), this.#atDay(day + 2)];
    const isAfter = before !== after && this.#at(local - before) !== before && this.#at(local - after) === after;
    return local - (isAfter ? after : before);
  }

  /**
   * Returns the instant at which local time is later by a length in milliseconds. From 01:00, three hours later is 04:00, in fact two hours
   * later if clocks go from 02:00 to 03:00.
   */
  laterBy(length: number, instant: number): number {
    const later = this.instantOf(instant + this.#at(instant) + length);
    // From the second of two equal local times, `instantOf` may return to the first.
    return later < instant ? instant + length : later;
  }

  #atDay(day: number): number {
    let offset = this.#offsetOfDay.get(day);
    if (offset === undefined) {
      if (this.#offsetOfDay.size >= maxDays) this.#offsetOfDay.clear();
      this.#offsetOfDay.set(day, (offset = this.#at(day * dayMs)));
    }
    return offset;
  }

  /** The offset from UTC at an instant. */
  #at(instant: number): number {
    const [, sign, hours = 0, minutes = 0, seconds = 0] = longOffset.exec(this.#format.format(instant)) ?? [];
    return (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  }
}

/** Formats an instant as toISOString does, without milliseconds. @throws RangeError for an invalid date */
export const rfc3339 = (date: Date): string => `${date.toISOString().slice(0, -5)}Z`;

/**
 * Writes {@link rfc3339} of Unix seconds in quotation marks, in a fraction of the time: a page of records has hundreds of instants.
 * @returns false, with nothing written, for a year of other than four digits, and for NaN
 */
export function writeRfc3339(seconds: number, out: JsonWriter): boolean {
  if (!(seconds >= firstSecond && seconds < endSecond)) return false;
  const days = Math.floor(seconds / daySeconds);
  const time = seconds - days * daySeconds;
  // In parts, because each concatenation creates a string.
  out.ascii('"');
  out.ascii(dateOf(days));
  out.ascii('T');
  out.ascii(twoDigits[Math.floor(time / 3600)]!);
  out.ascii(':');
  out.ascii(twoDigits[Math.floor(time / 60) % 60]!);
  out.ascii(':');
  out.ascii(twoDigits[time % 60]!);
  out.ascii('Z"');
  return true;
}

/** Returns the date that is a number of days after 1 January 1970. The instants of an event lie in few days, so their dates are stored. */
function dateOf(days: number): string {
  let date = dates.get(days);
  if (date === undefined) {
    date = new Date(days * dayMs).toISOString().slice(0, 10);
    if (dates.size === maxDays) dates.clear();
    dates.set(days, date);
  }
  return date;
}

const daySeconds = 86_400;
const dayMs = 1000 * daySeconds;
/** The maximum number of days of which something is stored. */
const maxDays = 1000;
const firstSecond = Date.UTC(1000, 0, 1) / 1000;
const endSecond = Date.UTC(10_000, 0, 1) / 1000;
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const dates = new Map<number, string>();
/** As in "11/22/2026, GMT+08:00", and in "11/22/2026, GMT". */
const longOffset = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;
