import { getOneFields } from '../../../src/graph/types/attendee/attendee-get-one.js';
import type { ActivityId } from '../../../src/records/ids.js';
import { ReplyPosition } from '../../../src/records/reply-position.js';
import { BoundAttendeeView } from '../../../src/service/bound/bound-attendee.js';
import { attendeeDetail, listedAttendee } from '../samples.js';

const absentFieldsOf = (raw: Record<string, unknown>) => [
  ...new BoundAttendeeView(raw, new ReplyPosition('/api/x', false), 1001 as ActivityId).absentFields,
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
