import { filesBelow, textOf } from './repository/files.js';

/** The classes of `src/records` that are no result of a call: what is pushed, and problems of an input. */
const notReturned = ['CheckInEvent', 'UserError', 'BoundAttendee'];

test('src/rest.ts exports the type of every record, so that users can name what its methods return', () => {
  const declared = filesBelow('src/records').flatMap((path) =>
    [...textOf(path).matchAll(/^export (?:abstract )?class (\w+) extends \w+\(/gm)].map(([, name]) => name!),
  );
  expect(declared).toEqual(expect.arrayContaining(['Category', 'ScheduleDay', 'ScheduleLink', 'CheckInField']));
  const words = new Set((textOf('src/rest.ts') + textOf('src/records/records.ts')).match(/\w+/g));
  expect(declared.filter((name) => !words.has(name) && !notReturned.includes(name))).toEqual([]);
});
