import { addAttendees } from '../../src/endpoint/registration.js';
import { decoded } from './sampled-endpoints.js';
import { samples, twoRegistrants } from './samples.js';

test('§4.2: a reply is decoded to one registration for each registrant, in the order of the request', () => {
  expect(decoded(addAttendees, samples.addAttendees.reply, twoRegistrants)).toEqual({
    description: '2 registered',
    registrations: [
      { serviceId: 901, signCode: 'AAA', orderId: 'E1' },
      { serviceId: 902, signCode: 'BBB', orderId: 'E2' },
    ],
  });
});

test.each([
  ['too few ids', { ids: [901] }, '$.ids'],
  ['too many ids', { ids: [901, 902, 903] }, '$.ids'],
  ['too few codes', { sign_code_arr: ['AAA'] }, '$.sign_code_arr'],
  ['an invalid id', { ids: [901, 'x'] }, '$.ids[1]'],
])('§4.2: %s make the reply invalid', (_what, changes, path) => {
  expect(() => decoded(addAttendees, { ...samples.addAttendees.reply, ...changes }, twoRegistrants)).toThrow(
    expect.objectContaining({ path }),
  );
});
