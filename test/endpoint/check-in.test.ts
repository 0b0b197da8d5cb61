import { lookUpCheckIn } from '../../src/endpoint/check-in.js';
import { decoded, values } from './sampled-endpoints.js';
import { samples } from './samples.js';

test('§4.5: the fields of a check-in match are form fields with the value of the attendee', () => {
  const [match] = decoded(lookUpCheckIn, samples.lookUpCheckIn.reply);
  expect(match!.fields.map(({ field, storedValue }) => [field.name, field.options, storedValue])).toEqual([
    ['name1613', ['Software', 'Research'], 'Software'],
  ]);
});

test('§4.5: a match may lack every member', () => {
  const [match] = decoded(lookUpCheckIn, { code: 1, msg: '', data: [{}] });
  const nothing = { attendeeServiceId: null, attendeeId: null, avatarUrl: null, qrCode: null };
  const none = { fields: [], tickets: [], hotels: [], pickups: [], seats: [] };
  expect(values(match!, Object.keys({ ...nothing, ...none }))).toEqual({ ...nothing, ...none });
});
