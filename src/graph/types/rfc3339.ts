/* Instants as text, as RFC 3339 defines it: "2026-11-22T09:30:00Z". */

import type { JsonWriter } from '../../primitives/json-writer.js';

/**
 * Formats an instant as toISOString does, without milliseconds. It takes a fraction of the time; a page of records has hundreds of
 * instants.
 */
export function rfc3339(date: Date): string {
  const seconds = Math.floor(date.getTime() / 1000);
  // Other years, and an invalid date, which throws, are left to toISOString.
  if (!hasYearOfFourDigits(seconds)) return `${date.toISOString().slice(0, -5)}Z`;
  const days = Math.floor(seconds / secondsPerDay);
  const rest = seconds - days * secondsPerDay;
  return dateOf(days) + minutesOfDay[Math.trunc(rest / 60)]! + secondsOfMinute[rest % 60]!;
}

/** False for an invalid date. */
const hasYearOfFourDigits = (seconds: number): boolean => seconds >= firstSecond && seconds < endSecond;

/** Writes {@link rfc3339} in quotation marks. @returns false, with nothing written, for a year of other than four digits, and for an invalid date */
export function writeRfc3339(date: Date, out: JsonWriter): boolean {
  const seconds = Math.floor(date.getTime() / 1000);
  if (!hasYearOfFourDigits(seconds)) return false;
  const days = Math.floor(seconds / secondsPerDay);
  const rest = seconds - days * secondsPerDay;
  out.ascii('"');
  out.ascii(dateOf(days));
  out.ascii(minutesOfDay[Math.trunc(rest / 60)]!);
  out.ascii(secondsOfMinute[rest % 60]!);
  out.ascii('"');
  return true;
}

/** Returns the date of a day, as {@link calendarDay} does. The instants of an event lie in few days, so their dates are stored. */
function dateOf(days: number): string {
  let date = dates.get(days);
  if (date === undefined) {
    date = calendarDay(days);
    if (dates.size === maxDates) dates.clear();
    dates.set(days, date);
  }
  return date;
}

/**
 * Returns the date that is a number of days after 1 January 1970, in the Gregorian calendar. The calculation follows
 * "chrono-Compatible Low-Level Date Algorithms": years begin in March, so that the leap day is the last of its year, and 400
 * years have 146,097 days.
 */
function calendarDay(daysSince1970: number): string {
  const days = daysSince1970 + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const leapDays = Math.trunc(dayOfEra / 1460) - Math.trunc(dayOfEra / 36_524) + Math.trunc(dayOfEra / 146_096);
  const yearOfEra = Math.trunc((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.trunc(yearOfEra / 4) - Math.trunc(yearOfEra / 100));
  const monthFromMarch = Math.trunc((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.trunc((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return `${year}-${twoDigits[month]}-${twoDigits[day]}`;
}

const secondsPerDay = 86_400;
const firstSecond = Date.UTC(1000, 0, 1) / 1000;
const endSecond = Date.UTC(10_000, 0, 1) / 1000;
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
// Whole parts of the text, because each concatenation creates a string.
const minutesOfDay = Array.from({ length: 1440 }, (_, minute) => `T${twoDigits[Math.trunc(minute / 60)]}:${twoDigits[minute % 60]}:`);
const secondsOfMinute = twoDigits.map((second) => `${second}Z`);
const dates = new Map<number, string>();
const maxDates = 1000;
