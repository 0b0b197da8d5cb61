/** The dates of an event. Day 0 is its first day, day -1 the day before. */
export interface Calendar {
  /** The date of a day, as YYYY-MM-DD. */
  date(day: number): string;
  /** Unix seconds of a wall-clock time at the venue, which is in UTC+8. @param clock HH:MM */
  at(day: number, clock: string): number;
}

const dayMs = 86_400_000;
const offsetMs = 8 * 3_600_000;

/** Returns the calendar of the event whose second day, in the middle, contains the instant. @param instant milliseconds since the epoch */
export function calendarAround(instant: number): Calendar {
  const first = Math.floor((instant + offsetMs) / dayMs) - 1;
  const date = (day: number) => new Date((first + day) * dayMs).toISOString().slice(0, 10);
  return {
    date,
    at: (day, clock) => (Date.parse(`${date(day)}T${clock}:00Z`) - offsetMs) / 1000,
  };
}

/** The time at which the data of the seed end, in Unix seconds: two days before the event. */
export const endOfSeed = (calendar: Calendar): number => calendar.at(-2, '08:00');

export const daySeconds = 86_400;
