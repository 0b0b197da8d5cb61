const offset = 8 * 3600;

/** Unix seconds of a wall-clock time at the venue, UTC+8. @param date YYYY-MM-DD @param clock HH:MM */
export function atVenue(date: string, clock: string): number {
  return Date.parse(`${date}T${clock}:00Z`) / 1000 - offset;
}

/** The time that all times of the seed are relative to. */
export const baseTime = atVenue('2026-04-01', '08:00');

export const day = 86_400;
