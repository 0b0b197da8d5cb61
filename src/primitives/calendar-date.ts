/** Whether a text is a date that exists, YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(text) ?? [];
  if (year === undefined) return false;
  // Every month has 28 days. Day 0 of the next month is its last one. The calendar repeats every 400 years, and Date.UTC takes the
  // years 0 to 99 for 1900 to 1999.
  return Number(day) <= 28 || Number(day) <= new Date(Date.UTC(Number(year) + 400, Number(month), 0)).getUTCDate();
}
