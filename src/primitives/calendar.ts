/* Dates and local times. */

/** Whether a text is a date that exists, YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(text) ?? [];
  if (year === undefined) return false;
  // Every month has 28 days. Day 0 of the next month is its last one. The calendar repeats every 400 years, and Date.UTC takes the
  // years 0 to 99 for 1900 to 1999.
  return Number(day) <= 28 || Number(day) <= new Date(Date.UTC(Number(year) + 400, Number(month), 0)).getUTCDate();
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

const dayMs = 86_400_000;
const maxDays = 1000;
/** As in "11/22/2026, GMT+08:00", and in "11/22/2026, GMT". */
const longOffset = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;
