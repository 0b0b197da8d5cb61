/* What ACTIVITIES_FILE may state, and the problems of a file that states something else. */

import { activitiesSchema, loadActivitiesFile } from '../../src/config/activities-file.js';
import { asSettingProblems, checkJson } from '../../src/config/checked-json.js';
import type { ConfigError } from '../../src/config/environment.js';
import { temporaryFile } from '../support/temporary-files.js';

const summit = {
  name: 'Summit',
  place: 'Pier 4',
  timeZone: 'Asia/Shanghai',
  currency: 'CNY',
  startsOn: '2026-11-22',
  endsOn: '2026-11-24',
};

test.each([
  ['every member', { 48213: summit }],
  ['no member', { 48213: {} }],
  ['a day', { 1: { startsOn: '2026-11-22', endsOn: '2026-11-22' } }],
  ['zones by any name of the database', { 1: { timeZone: 'UTC' }, 2: { timeZone: 'Asia/Kolkata' }, 3: { timeZone: 'Asia/Calcutta' } }],
  ['nothing', {}],
])('a file may state %s', (_what, document) => expect(checkJson(activitiesSchema, document)).toEqual({ value: document, problems: [] }));

test.each<[document: unknown, ...problems: string[]]>([
  [[], 'the file: expected an object with a member for each activity'],
  [{ summit }, '/summit: expected the number of an activity'],
  [{ '01': summit }, '/01: expected the number'],
  [{ 1: 'Summit' }, '/1: expected an object'],
  [{ 1: { timezone: 'UTC' } }, '/1/timezone: unknown member; expected one of name, place, timeZone'],
  [{ 1: { name: ' ' } }, '/1/name: expected a text'],
  [{ 1: { place: '\ud800' } }, '/1/place: expected a text'],
  [{ 1: { timeZone: 'Asia/Nowhere' } }, '/1/timeZone: expected a time zone'],
  [{ 1: { timeZone: 'asia/shanghai' } }, '/1/timeZone: expected a time zone'],
  [{ 1: { timeZone: '+08:00' } }, '/1/timeZone: expected a time zone'],
  [{ 1: { currency: 'XYZ' } }, '/1/currency: expected a currency'],
  [{ 1: { currency: 'cny' } }, '/1/currency: expected a currency'],
  [{ 1: { startsOn: '2026-02-30' } }, '/1/startsOn: expected a date'],
  [{ 1: { ...summit, endsOn: '2026-11-21' } }, '/1/endsOn: expected a date that is not before startsOn'],
  [{ 1: { currency: 1 }, 2: { endsOn: 'x', startsOn: 2 } }, '/1/currency: ', '/2/startsOn: ', '/2/endsOn: '],
])('the content %j is refused, with every position', (document, ...problems) => {
  const found = asSettingProblems('ACTIVITIES_FILE', checkJson(activitiesSchema, document).problems).map(({ expected }) => expected);
  expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem)));
});

test('a file that cannot be read, is not JSON or repeats a name is refused under the name of the setting', () => {
  const problemsOf = (text: string) => {
    try {
      return loadActivitiesFile(temporaryFile('activities.json', text));
    } catch (error) {
      return (error as ConfigError).message;
    }
  };
  expect(() => loadActivitiesFile(temporaryFile('none.json'))).toThrow('ACTIVITIES_FILE: expected the path of a file');
  expect(problemsOf('{ "1": "CANARY')).toMatch(/^Bad settings:\n {2}ACTIVITIES_FILE: expected a JSON file[^C]*$/);
  expect(problemsOf('{ "1": {}, "2": { "name": "\\"a\\":{", "n\\u0061me" : "B" }, "1": {} }')).toMatch(
    /: \/2\/name: .*\n.*: \/1: expected one member/,
  );
  expect(problemsOf('\ufeff{ "1": { "timeZone": "UTC" } }')).toEqual({ 1: { timeZone: 'UTC' } });
  expect(loadActivitiesFile(null)).toEqual({});
});
