/* The custom scalars. Records contain decoded values, so most scalars only check the type of a value. Only Date is also an input. */

import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { isObject } from '../../primitives/is-object.js';
import type { JsonWriter } from '../../primitives/json-writer.js';
import { withWriter, type WriteLeaf } from '../executor-extensions.js';

export const DateTimeScalar = output(
  'DateTime',
  'An instant in UTC, RFC 3339: "2026-11-22T09:30:00Z".',
  (value) => (value instanceof Date ? rfc3339(value) : undefined),
  (value, out) => value instanceof Date && writeInstant(value, out),
);

export const LocalTimeScalar = output(
  'LocalTime',
  'A local time of day, HH:MM:SS, in the time zone of the event, which the service does not state.',
  asText,
);

export const LocalDateTimeScalar = output(
  'LocalDateTime',
  'A date and time without a zone, YYYY-MM-DDTHH:MM:SS, as the service prints it.',
  asText,
);

export const DecimalScalar = output(
  'Decimal',
  'An exact decimal number, as a string with the digits that the service sends: "99.00".',
  asText,
);

export const SafeIntScalar = output('SafeInt', 'An integer that may be too large for `Int`: from −(2^53 − 1) to 2^53 − 1.', (value) =>
  Number.isSafeInteger(value) ? value : undefined,
);

export const JsonScalar = output('JSON', 'Any JSON value, as the service sent it.', (value) => value);

export const JsonObjectScalar = output('JSONObject', 'A JSON object, as the service sent it.', (value) =>
  isObject(value) ? value : undefined,
);

export const DateScalar = new GraphQLScalarType<string, string>({
  name: 'Date',
  description: 'A calendar date, YYYY-MM-DD.',
  serialize: (value) => calendarDate(value),
  parseValue: (value) => calendarDate(value),
  parseLiteral: (node) => calendarDate(node.kind === Kind.STRING ? node.value : undefined, node),
});

/**
 * Formats an instant as toISOString does, without milliseconds. It takes a fraction of the time; a page of records has hundreds of
 * instants.
 */
export function rfc3339(date: Date): string {
  const seconds = Math.floor(date.getTime() / 1000);
  // Years of four digits. Others, and an invalid date, which throws, are left to toISOString.
  if (!isUsual(seconds)) return `${date.toISOString().slice(0, -5)}Z`;
  const days = Math.floor(seconds / secondsPerDay);
  const rest = seconds - days * secondsPerDay;
  return dateOf(days) + minutesOfDay[Math.trunc(rest / 60)]! + secondsOfMinute[rest % 60]!;
}

const isUsual = (seconds: number): boolean => seconds >= firstSecond && seconds < endSecond;

/** Writes {@link rfc3339} in quotation marks. @returns false for an instant that it leaves to rfc3339 */
function writeInstant(date: Date, out: JsonWriter): boolean {
  const seconds = Math.floor(date.getTime() / 1000);
  if (!isUsual(seconds)) return false;
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

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function output(name: string, description: string, serialize: (value: unknown) => unknown, write?: WriteLeaf): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    description,
    extensions: write && withWriter(write),
    serialize: (value) => {
      const serialized = serialize(value);
      if (serialized === undefined) throw new TypeError(`${name} cannot represent this value.`);
      return serialized;
    },
  });
}

function calendarDate(value: unknown, node?: ValueNode): string {
  if (typeof value === 'string' && isCalendarDate(value)) return value;
  throw new GraphQLError('Expected a calendar date, YYYY-MM-DD.', { nodes: node ?? null });
}

function isCalendarDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(text) ?? [];
  if (year === undefined) return false;
  // Every month has 28 days. Day 0 of the next month is its last one. The calendar repeats every 400 years, and Date.UTC takes the
  // years 0 to 99 for 1900 to 1999.
  return Number(day) <= 28 || Number(day) <= new Date(Date.UTC(Number(year) + 400, Number(month), 0)).getUTCDate();
}
