/* The replies of registration and single sign-on. */

import { addAttendees, ssoLogin } from '../../src/service/endpoints.js';
import { decoded } from './sampled-endpoints.js';
import { samples, ssoLoginReply, twoRegistrants } from './samples.js';

test('§4.2: a reply is decoded to one registration for each registrant, in the order of the request', () => {
  expect(decoded(addAttendees, samples.addAttendees.reply, twoRegistrants)).toEqual({
    description: '2 registered',
    registrations: [
      { serviceId: 901, signCode: 'AAA', orderId: 'E1' },
      { serviceId: 902, signCode: 'BBB', orderId: 'E2' },
    ],
  });
});

const reply = (ids: string, codes: string, orders: string) =>
  decoded(addAttendees, `{"code":1,"ids":${ids},"sign_code_arr":${codes},"order_ids":${orders}}`, twoRegistrants).registrations.map(
    ({ serviceId, signCode, orderId }) => [serviceId, signCode, orderId],
  );

test.each([
  [
    '{"802":802,"801":801}',
    '{"801":"A","802":"B"}',
    '{"801":1e3}',
    [
      [802, 'B', null],
      [801, 'A', '1e3'],
    ],
  ],
  [
    '[902,901]',
    '[110101199003078515,1.50]',
    '[20261128093000123456]',
    [
      [902, '110101199003078515', '20261128093000123456'],
      [901, '1.50', null],
    ],
  ],
  [
    '[902,901]',
    '["A","B"]',
    '{}',
    [
      [902, 'A', null],
      [901, 'B', null],
    ],
  ],
])('§4.2: ids %s, codes %s and orders %s are paired by their keys, or by their positions', (ids, codes, orders, registrations) => {
  expect(reply(ids, codes, orders)).toEqual(registrations);
});

test.each([
  ['{"802":802,"801":801}', '["A","B"]', '[]', '$.sign_code_arr'],
  ['[802,801]', '{"0":"A","1":"B"}', '[]', '$.sign_code_arr'],
  ['{"802":802,"801":801}', '{"802":"A","803":"B"}', '[]', '$.sign_code_arr'],
  ['{"802":802,"801":801}', '{"802":"A"}', '[]', '$.sign_code_arr'],
  ['{"802":802,"801":801}', '{"802":"A","801":"B"}', '["E1","E2"]', '$.order_ids'],
])('§4.2: ids %s, codes %s and orders %s make the reply invalid, because they cannot be paired', (ids, codes, orders, path) => {
  expect(() => reply(ids, codes, orders)).toThrow(expect.objectContaining({ path }));
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

test('§4.11: every member of a single sign-on is decoded, and none may be missing', () => {
  expect(decoded(ssoLogin, ssoLoginReply)).toEqual({
    url: 'https://event.example/jump?sso_token=t&sso_state=s',
    token: 't',
    state: 's',
    expireDate: 1775001600000,
  });
  const digits = JSON.stringify(ssoLoginReply).replace('"sso_token":"t"', '"sso_token":110101199003078515');
  expect(decoded(ssoLogin, digits).token).toBe('110101199003078515');
  expect(() => decoded(ssoLogin, { ...ssoLoginReply, url: '' })).toThrow(expect.objectContaining({ path: '$.url' }));
  for (const name of ['sso_token', 'sso_state', 'expire_date']) {
    expect(() => decoded(ssoLogin, { ...ssoLoginReply, data: { ...ssoLoginReply.data, [name]: null } })).toThrow(
      expect.objectContaining({ path: `$.data.${name}` }),
    );
  }
});
