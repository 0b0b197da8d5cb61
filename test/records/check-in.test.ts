/* The match of a check-in: members and items that a reply lacks, and where an invalid one stands. */

import { lookUpCheckIn } from '../../src/service/endpoints.js';
import { decoded, values } from '../service/sampled-endpoints.js';

test('§4.5: a match may lack every member', () => {
  const [match] = decoded(lookUpCheckIn, { code: 1, msg: '', data: [{}] });
  const nothing = { attendeeServiceId: null, attendeeId: null, avatarUrl: null, qrCode: null };
  const none = { fields: [], tickets: [], hotels: [], pickups: [], seats: [] };
  expect(values(match!, Object.keys({ ...nothing, ...none }))).toEqual({ ...nothing, ...none });
});

test('§4.5: seats, hotels, tickets and pick-ups have no null items', () => {
  const lists = {
    ticket: [null, 'Day pass'],
    hotel_match: ['Quay Hotel', '', 12],
    pickup_data: [null, 'P1', false],
    seat_seat: [null, 'A1', false],
  };
  const [match] = decoded(lookUpCheckIn, { code: 1, msg: '', data: [lists] });
  const { tickets, hotels, pickups, seats } = match!;
  expect({ tickets, hotels, pickups, seats }).toEqual({
    tickets: ['Day pass'],
    hotels: ['Quay Hotel', '12'],
    pickups: ['P1', false],
    seats: ['A1'],
  });
});

test('§4.5: the position of an invalid seat counts the items without a value', () => {
  const [match] = decoded(lookUpCheckIn, { code: 1, msg: '', data: [{ seat_seat: [null, 'A1', {}] }] });
  expect(() => match!.seats).toThrow(expect.objectContaining({ path: '$.data[0].seat_seat[2]' }));
});
