/* ACTIVITIES_FILE: what the operator states of activities. */

import { z } from 'zod';
import { isCalendarDate, TimeZone } from '../primitives/calendar.js';
import { isBlank, isObject } from '../primitives/values.js';
import { activityFactNames, type ActivityFacts, type FactsByActivity } from '../records/activity-facts.js';
import { parseActivityId } from '../records/ids.js';
import { ConfigError } from './config.js';
import { asSettingProblems, readJsonFile, below, FileProblems, type FileProblem } from './json-file.js';

const fact = (error: string, isValid: (text: string) => boolean) => z.string({ error }).refine(isValid, { error }).optional();
const text = fact('a text that is not blank, of whole Unicode characters', (given) => !isBlank(given) && given.isWellFormed());
const date = fact('a date that exists, YYYY-MM-DD', isCalendarDate);

const factsFormat = z.strictObject({
  name: text,
  place: text,
  timeZone: fact('a time zone of the IANA database, such as "Asia/Shanghai"', isTimeZone),
  currency: fact('a currency of ISO 4217, such as "CNY"', (code) => Intl.supportedValuesOf('currency').includes(code)),
  startsOn: date,
  endsOn: date,
} satisfies Record<(typeof activityFactNames)[number], z.ZodType>);

/** Some versions of Node take offsets such as +08:00 for zones. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new TimeZone(name) instanceof TimeZone;
  } catch {
    return false;
  }
}

/** Reads the file of the setting ACTIVITIES_FILE. @returns nothing without a file @throws ConfigError with every problem */
export function loadActivitiesFile(path: string | null): FactsByActivity {
  if (path === null) return {};
  const setting = 'ACTIVITIES_FILE';
  const file = readJsonFile(path);
  if ('unreadable' in file) throw new ConfigError([{ setting, expected: file.unreadable }]);
  const { facts, problems } = checkActivities(file.json);
  const all = [...file.repeated, ...problems];
  if (all.length > 0) throw new ConfigError(asSettingProblems(setting, all));
  return facts;
}

/** Checks the content of the file. All problems are reported at once. */
export function checkActivities(document: unknown): { readonly facts: FactsByActivity; readonly problems: readonly FileProblem[] } {
  const problems = new FileProblems();
  const facts: Record<string, ActivityFacts> = {};
  if (!isObject(document)) problems.add('', 'expected an object with a member for each activity, named by its number');
  for (const [id, given] of isObject(document) ? Object.entries(document) : []) {
    const pointer = below('', id);
    if (parseActivityId(id) === null) problems.add(pointer, 'unknown member; expected the number of an activity');
    else if (!isObject(given)) problems.add(pointer, `expected an object with members of ${activityFactNames.join(', ')}`);
    else {
      const { startsOn, endsOn } = (facts[id] = problems.read(factsFormat, given, pointer) ?? {});
      if (startsOn && endsOn && endsOn < startsOn) problems.add(below(pointer, 'endsOn'), 'expected a date that is not before startsOn');
    }
  }
  return { facts, problems: problems.all };
}
