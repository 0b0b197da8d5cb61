/* Instants as text, by RFC 3339. */

import type { JsonWriter } from './json-writer.js';

/** Formats an instant as toISOString does, without milliseconds. @throws RangeError for an invalid date */
export const rfc3339 = (date: Date): string => `${date.toISOString().slice(0, -5)}Z`;

/**
 * Writes {@link rfc3339} of Unix seconds in quotation marks, in a fraction of the time: a page of records has hundreds of instants.
 * @returns false, with nothing written, for a year of other than four digits, and for NaN
 */
export function writeRfc3339(seconds: number, out: JsonWriter): boolean {
  if (!(seconds >= firstSecond && seconds < endSecond)) return false;
  const days = Math.floor(seconds / secondsPerDay);
  const time = seconds - days * secondsPerDay;
  out.ascii(`"${dateOf(days)}T`);
  out.ascii(`${twoDigits[Math.floor(time / 3600)]!}:${twoDigits[Math.floor(time / 60) % 60]!}:${twoDigits[time % 60]!}Z"`);
  return true;
}

/** Returns the date that is a number of days after 1 January 1970. The instants of an event lie in few days, so their dates are stored. */
function dateOf(days: number): string {
  let date = dates.get(days);
  if (date === undefined) {
    date = new Date(days * secondsPerDay * 1000).toISOString().slice(0, 10);
    if (dates.size === maxDates) dates.clear();
    dates.set(days, date);
  }
  return date;
}

const secondsPerDay = 86_400;
const firstSecond = Date.UTC(1000, 0, 1) / 1000;
const endSecond = Date.UTC(10_000, 0, 1) / 1000;
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const dates = new Map<number, string>();
const maxDates = 1000;
