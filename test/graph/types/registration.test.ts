/*
 * The input and the result of addAttendees. Its problems: bad-input.graph.test.ts; that it registers at most once:
 * test/domain/at-most-once and test/faults.
 */

import { fakeService, type FakeService } from '../../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../../support/graph.js';

let service: FakeService;
let graph: GraphUnderTest;
beforeEach(async () => {
  service = await fakeService({
    '/api/activity/getFields': () => ({ code: 1, data: [] }),
    '/api/participant/add': () => ({ code: 1, url: 'registered', ids: [901], sign_code_arr: ['CODE 1'], order_ids: ['E1'] }),
  });
  graph = await graphOver(service.url);
});

const payload = 'registrations { attendeeId signCode orderId qrCodeUrl } description replayed userErrors { code }';
async function add(
  input: object,
  newAttendee: object = {},
): Promise<Record<'registrations' | 'description' | 'replayed' | 'userErrors', unknown>> {
  const contact = { name: 'Contact', mobile: '10000000001' };
  const attendees = [{ name: 'Wei', mobile: '10000000002', ...newAttendee }];
  const { data, errors } = await graph.run(`mutation ($input: AddAttendeesInput!) { addAttendees(input: $input) { ${payload} } }`, {
    input: { contact, attendees, ...input },
  });
  expect(errors).toEqual([]);
  return data['addAttendees'];
}
const sent = () => service.hitsOf('/participant/add').map(({ form }) => ({ ...form }));
const required = { name: 'Contact', mobile: '10000000001', 'data[0][name]': 'Wei', 'data[0][mobile]': '10000000002' };

test('`activityId`, `channel` and `signCode` are sent', async () => {
  const { registrations } = await add({ activityId: '1002', channel: '4' }, { signCode: 'MINE' });
  expect(registrations).toMatchObject([{ attendeeId: 'attendee:1002:901' }]);
  expect(sent()).toEqual([{ ...required, channel: '4', 'data[0][sign_code]': 'MINE' }]);
});

test.each([
  ['omitted', {}, {}],
  ['null', { channel: null }, { signCode: null }],
  ['empty', { channel: '' }, { signCode: '' }],
  ['white space', { channel: ' ' }, { signCode: ' \t' }],
])('a channel and a check-in code that are %s are not sent', async (_how, input, newAttendee) => {
  await add(input, newAttendee);
  expect(sent()).toEqual([required]);
});

test('a repeat whose input has its members in another order, or null in place of an omitted member, is the same input', async () => {
  const idempotencyKey = '7c1f3f5e-2f0b-4a55-9f0e-0d8f8a3f1c11';
  const first = await add({ idempotencyKey });
  const contact = { mobile: '10000000001', name: 'Contact' };
  const attendees = [{ signCode: null, fields: [], mobile: '10000000002', name: 'Wei' }];
  expect(await add({ channel: null, attendees, contact, idempotencyKey })).toEqual({ ...first, replayed: true });
  expect(sent()).toHaveLength(1);
});
