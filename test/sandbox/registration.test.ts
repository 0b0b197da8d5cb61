/* Registration in the sandbox (§4.2, §4.11): what it adds, and what it refuses. */

import { sandboxCheckIn, startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { conferenceKeys as keys } from '../../src/sandbox/seed/form-fields.js';
import { closedAfterwards } from '../support/afterwards.js';
import { client, now } from './client.js';

let sandbox: Sandbox;
let large: ReturnType<typeof client>;
beforeEach(async () => {
  sandbox = closedAfterwards(await startSandbox({ now: () => now }));
  large = client(sandbox.url);
});

/** The parameters of one registrant. A change to undefined leaves the parameter out. */
const registrant = (index: number, changes: Record<string, string | undefined> = {}): Record<string, string> => {
  const fields = {
    name: '王芳',
    mobile: `1009900000${index}`,
    [keys.company]: 'Späti "Ö" GmbH\r\n2nd line',
    [keys.jobTitle]: 'Engineer',
    [keys.email]: `new${index}@example.com`,
    [keys.industry]: 'Software',
    [keys.photo]: 'https://event.example/photo.jpg',
    [keys.arrival]: '2026-05-15',
    ...changes,
  };
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [`data[${index}][${name}]`, value]));
};
const contact = { name: '王芳', mobile: '10099000000' };
const add = (form: Record<string, string>) => large.post('/api/participant/add', form);

test('an attendee who was added is in the list, in the detail, in the check-in lookup and in the single sign-on', async () => {
  const { status, envelope } = await add({ ...contact, ...registrant(0), ...registrant(1, { sign_code: 'MINE000001' }), channel: '7' });
  expect({ status, envelope }).toEqual({
    status: 200,
    envelope: {
      code: 1,
      url: '2 attendees registered',
      ids: [701201, 701202],
      sign_code_arr: [expect.stringMatching(/^[2-9A-Z]{7}$/), 'MINE000001'],
      order_ids: ['E20260402701201', 'E20260402701202'],
    },
  });
  const listed = await large.post('/api/participant/getList', { page: '13', pagesize: '100' });
  expect({ total: listed.envelope['total'], records: listed.envelope['data'].length }).toEqual({ total: 1202, records: 2 });
  for (const form of [{ id: '701202' }, { mobile: '10099000001' }, { email: 'new1@example.com' }]) {
    const found = (await large.post('/api/participant/get', form)).data;
    expect(found).toMatchObject({
      id: 701202,
      source: 2,
      review: 1,
      time: now / 1000,
      contact_pinyin: 'wangfang',
      sign_code: 'MINE000001',
    });
    expect(found.content[keys.company]).toBe('Späti "Ö" GmbH\r\n2nd line');
  }
  const { token, userId, pointId } = sandboxCheckIn;
  const query = { token, user_id: userId, point_id: pointId, device_type: 'pc', form_id: '1001', sign_code: envelope['sign_code_arr'][0] };
  expect((await large.checkIn(query)).data).toMatchObject([{ id: 701201 }]);
  expect((await large.post('/api/participant/sso_login', { mobile: '10099000001' })).code).toBe(1);
});

/** A registration of one attendee. */
const one = (changes: Parameters<typeof registrant>[1]) => ({ ...contact, ...registrant(0, changes) });

test.each([
  ['without a contact', { mobile: '10099000000', ...registrant(0) }, /Parameter name is required/],
  ['without a registrant', contact, /data\[0\]\[name\]/],
  ['with a gap in its numbers', { ...contact, ...registrant(0), ...registrant(2) }, /1 is missing/],
  ['without a visible field', one({ [keys.jobTitle]: undefined }), new RegExp(`${keys.jobTitle}\\] is required`)],
  ['with a blank name', one({ name: ' ' }), /data\[0\]\[name\] is required/],
  ['with a field that the form lacks', one({ name1: 'x' }), /data\[0\]\[name1\] is not a field/],
  ['with a choice that is no option', one({ [keys.industry]: 'Sports' }), /one of the options/],
  ['with text in place of a mobile number', one({ mobile: 'call me' }), /must be a mobile number/],
  ['with a code of 11 characters', one({ sign_code: '12345678901' }), /longer than 10/],
  ['with a code that another attendee has', one({ sign_code: 'FAMILY01' }), /in use/],
  [
    'with one code for two registrants',
    { ...contact, ...registrant(0, { sign_code: 'A' }), ...registrant(1, { sign_code: 'A' }) },
    /in use/,
  ],
  ['with an undocumented parameter', { ...contact, ...registrant(0), source: '1' }, /source is not documented/],
])('a registration %s is rejected, and no attendee is added', async (_what, form, message) => {
  const { status, envelope } = await add(form);
  expect({ status, envelope }).toEqual({ status: 200, envelope: { code: 0, msg: expect.stringMatching(message) } });
  expect((await large.post('/api/participant/getList', { page: '1', pagesize: '1' })).envelope['total']).toBe(1200);
});

test('a blank check-in code counts as none, and a hidden field is optional', async () => {
  const { envelope } = await add(one({ sign_code: '', [keys.idcard]: '999900199003070010' }));
  expect({ code: envelope['code'], signCode: envelope['sign_code_arr'][0] }).toEqual({ code: 1, signCode: expect.stringMatching(/./) });
});

test('a single sign-on with `is_add` 1 adds an unknown attendee, once', async () => {
  const login = () => large.post('/api/participant/sso_login', { mobile: '10099000009', is_add: '1' });
  expect({ first: (await login()).code, second: (await login()).code }).toEqual({ first: 1, second: 1 });
  expect((await large.post('/api/participant/getList', { page: '1', pagesize: '1' })).envelope['total']).toBe(1201);
});
