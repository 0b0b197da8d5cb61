import { lookUpCheckIn } from '../../src/endpoint/check-in.js';
import type { CheckInMatch } from '../../src/model/check-in.js';
import { samples } from './samples.js';
import { decoded, values, type Members } from './sampled-endpoints.js';

test('§4.5: every member of a check-in match is decoded', () => {
  const [match] = decoded(lookUpCheckIn, samples.lookUpCheckIn.reply);
  const expected: Members<CheckInMatch, 'fields'> = {
    activityId: 1001,
    attendeeServiceId: 7,
    attendeeId: 'attendee:1001:7',
    avatarUrl: 'https://event.example/7.jpg',
    qrCode: 'WANGWEI01',
    tickets: ['VIP Pass'],
    hotels: ['Harbour Hotel'],
    pickups: [{ name: 'Bag', num: 1 }],
    seats: ['Hall, seat 1'],
  };
  expect(values(match!, Object.keys(expected))).toEqual(expected);
  expect(match!.fields.map(({ field, storedValue }) => [field.name, field.options, storedValue])).toEqual([
    ['name1613', ['Software', 'Research'], 'Software'],
  ]);
  const [bare] = decoded(lookUpCheckIn, { code: 1, msg: '', data: [{}] });
  expect(values(bare!, Object.keys(expected))).toEqual({
    activityId: 1001,
    attendeeServiceId: null,
    attendeeId: null,
    avatarUrl: null,
    qrCode: null,
    tickets: [],
    hotels: [],
    pickups: [],
    seats: [],
  });
});
