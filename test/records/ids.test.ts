/* Which texts are ids of the graph and of the service. */

import { parseActivityId, parseGlobalId, parseServiceId } from '../../src/records/ids.js';

test('a global id is a known kind and two positive numbers', () => {
  expect(parseGlobalId('attendee:1001:7')).toEqual({ kind: 'attendee', activityId: 1001, serviceId: 7 });
  expect(parseGlobalId(`goods:1:${Number.MAX_SAFE_INTEGER}`)).toEqual({ kind: 'goods', activityId: 1, serviceId: Number.MAX_SAFE_INTEGER });
});

test.each([
  '',
  ':',
  '::',
  'attendee',
  'attendee:1001',
  'attendee:1001:',
  'attendee::7',
  ':1001:7',
  'attendee:1001:7:8',
  'attendee:01001:7',
  'attendee:1001:07',
  'attendee:0:7',
  'attendee:1001:0',
  'attendee:-1:7',
  'attendee:1001:7 ',
  'attendee:1001:٧',
  'attendee:1e3:7',
  'Attendee:1001:7',
  'attendees:1001:7',
  'activity:1001:7',
  'attendee:1001:9007199254740993',
  'attendee:1001:10000000000000000',
])('%j is not a global id', (text) => expect(parseGlobalId(text)).toBeNull());

test.each(['', '0', '07', '7.0', '+7', ' 7', '7 ', '9007199254740992', '99999999999999999'])('%j is not a service id', (text) => {
  expect(parseServiceId(text)).toBeNull();
  expect(parseActivityId(text)).toBeNull();
});

test('the largest safe integer is a number of the service', () => expect(parseServiceId('9007199254740991')).toBe(9007199254740991));
