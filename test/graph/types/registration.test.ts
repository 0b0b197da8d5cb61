/*
 * The input and the result of addAttendees. Its problems: common-arguments.graph.test.ts; that it registers at most once:
 * test/domain/at-most-once and test/faults.
 */

import type { Caller } from '../../../src/records/caller.js';
import { countedSandbox } from '../../support/counted-sandbox.js';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { formAnswers } from '../../support/form-answers.js';
import { graphOver, type GraphUnderTest } from '../../support/graph.js';

let service: FakeService;
let graph: GraphUnderTest;
beforeEach(async () => {
  service = await fakeService({
    '/api/activity/getFields': { code: 1, data: [] },
    '/api/participant/add': { code: 1, url: 'registered', ids: [901], sign_code_arr: ['CODE 1'], order_ids: ['E1'] },
  });
  graph = await graphOver(service.url);
});

const payload = 'registrations { attendeeId signCode orderId qrCodeUrl } description replayed userErrors { code }';
async function add(
  input: object,
  newAttendee: object = {},
  caller: Partial<Caller> = {},
): Promise<Record<'registrations' | 'description' | 'replayed' | 'userErrors', unknown>> {
  const contact = { name: 'Contact', mobile: '10000000001' };
  const attendees = [{ name: 'Wei', mobile: '10000000002', ...newAttendee }];
  const mutation = `mutation ($input: AddAttendeesInput!) { addAttendees(input: $input) { ${payload} } }`;
  const { data, errors } = await graph.run(mutation, { input: { contact, attendees, ...input } }, { caller });
  expect(errors).toEqual([]);
  return data['addAttendees'];
}
const sent = () => service.hitsOf('/participant/add').map(({ form }) => ({ ...form }));
const required = { name: 'Contact', mobile: '10000000001', 'data[0][name]': 'Wei', 'data[0][mobile]': '10000000002' };

test.each([
  ['omitted', {}, {}],
  ['null', { channel: null }, { signCode: null }],
  ['empty', { channel: '' }, { signCode: '' }],
  ['white space', { channel: ' ' }, { signCode: ' \t' }],
])('a channel and a check-in code that are %s are not sent', async (_how, input, newAttendee) => {
  await add(input, newAttendee);
  expect(sent()).toEqual([required]);
});

test.each<[string, Partial<Caller>, number]>([
  ['without authentication, from another address, is a repeat', { noAttendee: 'AUTHENTICATION_OFF' }, 1],
  ['of another caller is another registration', {}, 2],
])('the same key and input %s', async (_what, caller, calls) => {
  const input = { idempotencyKey: 'key-of-the-registration' };
  await add(input, {}, { ...caller, name: '192.0.2.1' });
  expect(await add(input, {}, { ...caller, name: '192.0.2.2' })).toMatchObject({ replayed: calls === 1 });
  expect(sent()).toHaveLength(calls);
});

test('a form requires exactly the fields that are not hidden, and each problem names its rule; nothing else is read, and nothing sent', async () => {
  const sandbox = await countedSandbox();
  const { data } = await sandbox.graph.run('{ activity { formFields(includeHidden: true) { name hidden required } } }');
  const fields = data['activity'].formFields as { name: string; hidden: boolean; required: boolean }[];
  expect(new Set(fields.map(({ required: isRequired }) => isRequired))).toEqual(new Set([true, false]));
  for (const { hidden, required: isRequired } of fields) expect(isRequired).toBe(!hidden);

  const contact = { name: 'A', mobile: '1' };
  const invalid = formAnswers.map(({ name }) => ({ name, value: 'none' }));
  const attendees = [{ ...contact, name: '\ud800', fields: invalid, signCode: '12345678901' }];
  const query = 'mutation ($input: AddAttendeesInput!) { addAttendees(input: $input) { userErrors { code rule } } }';
  for (const validateOnly of [true, false]) {
    const checked = await sandbox.cost(query, { input: { validateOnly, contact, attendees, idempotencyKey: 'short' } });
    const { userErrors } = checked.data['addAttendees'];
    expect(userErrors.map(({ code, rule }: { code: string; rule: string | null }) => `${code} ${rule}`)).toEqual([
      'INVALID null',
      'INVALID UNICODE',
      'INVALID EMAIL',
      'INVALID OPTION',
      'INVALID PICTURE',
      'INVALID DATE',
      'TOO_LONG MAX_LENGTH',
    ]);
    expect(checked.calls).toEqual({ 'activity/getFields': 1 });
  }
});
