/* ACTIVITIES_FILE: what the operator states of activities. */

import * as z from 'zod';
import { isCalendarDate } from '../primitives/calendar.js';
import { isBlank } from '../primitives/values.js';
import type { activityFactNames, FactsByActivity } from '../records/activity-facts.js';
import { parseActivityId } from '../records/ids.js';
import { checkJson, object, readJsonFile } from './checked-json.js';

const fact = (error: string, isValid: (text: string) => boolean) => z.string({ error }).refine(isValid, { error }).optional();
const text = fact('a text that is not blank, of whole Unicode characters', (given) => !isBlank(given) && given.isWellFormed());
const date = fact('a date that exists, YYYY-MM-DD', isCalendarDate);
const activityNumber = z.string().refine((id) => parseActivityId(id) !== null, { error: 'the number of an activity' });

const factsSchema = object({
  name: text,
  place: text,
  timeZone: fact('a time zone of the IANA database, such as "Asia/Shanghai"', isTimeZone),
  currency: fact('a currency of ISO 4217, such as "CNY"', (code) => Intl.supportedValuesOf('currency').includes(code)),
  startsOn: date,
  endsOn: date,
} satisfies Record<(typeof activityFactNames)[number], z.ZodType>).refine(
  ({ startsOn, endsOn }) => !startsOn || !endsOn || endsOn >= startsOn,
  { path: ['endsOn'], error: 'a date that is not before startsOn' },
);

/** The content of the file. */
export const activitiesSchema = z.record(activityNumber, factsSchema, { error: 'an object with a member for each activity' });

/** Some versions of Node take offsets such as +08:00 for zones. All take `asia/shanghai`, which the systems of phones do not. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}

/** Reads the file of the setting ACTIVITIES_FILE. @returns nothing without a file @throws ConfigError with every problem */
export const loadActivitiesFile = (path: string | null): FactsByActivity =>
  path === null ? {} : readJsonFile(path, 'ACTIVITIES_FILE', (content) => checkJson(activitiesSchema, content));
