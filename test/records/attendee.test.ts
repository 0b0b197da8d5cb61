import { inspect } from 'node:util';
import { Attendee, BoundAttendee, getOneFields } from '../../src/records/attendee.js';
import type { ActivityId } from '../../src/records/ids.js';
import { ReplyPosition } from '../../src/records/reply-position.js';
import { attendeeDetail, listedAttendee } from '../service/samples.js';

const absentFieldsOf = (raw: Record<string, unknown>) => [
  ...new BoundAttendee(raw, new ReplyPosition('/api/x', false), 1001 as ActivityId).absentFields,
];

test('a record as get-one returns it lacks no field', () => {
  expect(absentFieldsOf(attendeeDetail)).toEqual([]);
});

test('a record as the list returns it lacks the fields that only get-one returns', () => {
  expect(absentFieldsOf(listedAttendee)).toEqual([...getOneFields]);
});

test('a field that the record has is not absent, even if its value is null or empty', () => {
  expect(absentFieldsOf({ ...listedAttendee, points: null, other_channel: '' })).toEqual(['companyTaxId']);
});

test.each([
  [true, true],
  [1, true],
  ['1', true],
  [2, false],
  [null, false],
])('is_sync_avatar %j: whether the picture is in the cloud is %j', (raw, inCloud) => {
  const record = { ...listedAttendee, is_sync_avatar: raw };
  expect(new Attendee(record, new ReplyPosition('/api/x', false), 1001 as ActivityId).faceSync.inCloud).toBe(inCloud);
});

test('JSON and console.log show the decoded fields of a record and of its parts, and an invalid value as no value of the JSON', () => {
  const attendee = new Attendee({ ...listedAttendee, time: 'never' }, new ReplyPosition('/api/x', false), 1001 as ActivityId);
  const shown = JSON.parse(JSON.stringify(attendee)) as Record<string, unknown>;
  expect(shown).toMatchObject({ id: attendee.id, name: attendee.name, review: { code: attendee.review.code } });
  expect(shown).not.toHaveProperty('registeredAt');
  expect(inspect(attendee)).toContain(`name: '${attendee.name}'`);
  expect(inspect(attendee)).toContain('expected an integer at $.time');
});
