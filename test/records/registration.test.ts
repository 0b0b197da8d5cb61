/* The reply of a registration. */

import { addAttendees } from '../../src/service/endpoints.js';
import { decoded } from '../service/sampled-endpoints.js';
import { samples, twoRegistrants } from '../service/samples.js';

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
    '{"1":902,"0":901}',
    '{"0":"A","1":"B"}',
    '{"1":"E2"}',
    [
      [901, 'A', null],
      [902, 'B', 'E2'],
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
])('ids %s, codes %s and orders %s are paired by their keys, or by their positions', (ids, codes, orders, registrations) => {
  expect(reply(ids, codes, orders)).toEqual(registrations);
});

test.each([
  ['{"802":802,"801":801}', '["A","B"]', '[]', '$.sign_code_arr'],
  ['[802,801]', '{"0":"A","1":"B"}', '[]', '$.sign_code_arr'],
  ['{"802":802,"801":801}', '{"802":"A","803":"B"}', '[]', '$.sign_code_arr'],
  ['{"802":802,"801":801}', '{"802":"A"}', '[]', '$.sign_code_arr'],
  ['{"802":802,"801":801}', '{"802":"A","801":"B"}', '["E1","E2"]', '$.order_ids'],
])('ids %s, codes %s and orders %s make the reply invalid, because they cannot be paired', (ids, codes, orders, path) => {
  expect(() => reply(ids, codes, orders)).toThrow(expect.objectContaining({ path }));
});

test('a code without a value is the one that was sent, if one was', () => {
  expect(reply('[901,902]', '[null,""]', '[]')).toEqual([
    [901, 'WANG1', null],
    [902, '', null],
  ]);
});

test.each([
  ['too few ids', { ids: [901] }, '$.ids'],
  ['too many ids', { ids: [901, 902, 903] }, '$.ids'],
  ['too few codes', { sign_code_arr: ['AAA'] }, '$.sign_code_arr'],
  ['an invalid id', { ids: [901, 'x'] }, '$.ids[1]'],
])('%s make the reply invalid', (_what, changes, path) => {
  expect(() => decoded(addAttendees, { ...samples.addAttendees.reply, ...changes }, twoRegistrants)).toThrow(
    expect.objectContaining({ path }),
  );
});
