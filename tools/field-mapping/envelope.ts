/* §1 and §5: the members that most endpoints share, and those of the header Service-Auth. */

import { carried, leftOut, pathOf, type Proof, type Row } from './row.js';

const goods = pathOf('4.10');
const goodsQuery = '{ activity { goods { name } } }';
const oneOfGoods = { code: 1, msg: 'success', data: [{ id: 1, name: 'Pin', num: 1, sold_num: 0, money: '1.00' }] };

/** §1: the members that most endpoints share. */
export const envelopeRows: readonly Row[] = [
  carried(
    '1',
    'code',
    ['extensions.code'],
    [
      {
        query: goodsQuery,
        replies: { [goods]: { code: 0, msg: 'No.' } },
        fails: { code: 'UPSTREAM_REJECTED' },
        reads: { 'activity.goods': null },
      },
      { query: goodsQuery, replies: { [goods]: oneOfGoods }, reads: { 'activity.goods.0.name': 'Pin' } },
    ],
    '0 is `UPSTREAM_REJECTED`; 1 returns the data.',
  ),
  carried(
    '1',
    'msg',
    ['extensions.upstream.message'],
    [
      {
        query: goodsQuery,
        replies: { [goods]: { code: 0, msg: 'The event is over.' } },
        fails: { 'upstream.message': 'The event is over.' },
      },
    ],
    'Of a failure only, and masked.',
  ),
  carried(
    '1',
    'data',
    ['Activity.goods'],
    [{ query: goodsQuery, replies: { [goods]: oneOfGoods }, reads: { 'activity.goods': [{ name: 'Pin' }] } }],
    'One example: see the row `data` of each reply.',
  ),
  carried(
    '1',
    'url',
    ['SsoLogin.url'],
    [
      {
        query: 'mutation { ssoLogin(input: { mobile: "10000700001" }) { login { url } } }',
        replies: {
          [pathOf('4.11')]: {
            code: 1,
            url: 'https://event.example/in',
            data: { sso_token: 't', sso_state: 's', expire_date: 1 },
          },
        },
        reads: { 'ssoLogin.login.url': 'https://event.example/in' },
      },
    ],
    'In §4.2 it is a description.',
  ),
  leftOut('1', 'time', 'its meaning is not known.'),
];

const tickets = pathOf('4.9');

/** A proof that reads tickets with these settings and checks the member of Service-Auth. */
const sends = (name: string, value: unknown, settings: Readonly<Record<string, string>> = {}, activity = '1001'): Proof => ({
  query: `{ activity(id: "${activity}") { tickets { name } } }`,
  replies: { [tickets]: { code: 1, msg: 'success', data: [] } },
  settings,
  arrives: { path: tickets, in: 'Service-Auth', name, value },
});

const signing = { EVENT_SERVICE_PRIVATE_KEY: 'the private key', EVENT_SERVICE_SIGNATURE_TEMPLATE: 'v{Version} {PrivateKey}' };

export const serviceAuthRows: readonly Row[] = [
  carried(
    '5',
    'UserPublicKey',
    ['EVENT_SERVICE_PUBLIC_KEY'],
    [sends('UserPublicKey', 'another-key', { EVENT_SERVICE_PUBLIC_KEY: 'another-key' })],
  ),
  carried(
    '5',
    'ActivityId',
    ['EVENT_SERVICE_ACTIVITY_IDS', 'Query.activity(id:)'],
    [
      sends('ActivityId', 1001),
      sends('ActivityId', 1002, {}, '1002'),
      { ...sends('ActivityId', 77, { EVENT_SERVICE_ACTIVITY_IDS: '77,1001' }), query: '{ activity { tickets { name } } }' },
    ],
  ),
  carried('5', 'Time', ['the clock'], [sends('Time', isNow)], 'Unix seconds, set for each attempt.'),
  carried('5', 'Version', ['EVENT_SERVICE_SIGNATURE_VERSION'], [sends('Version', 7, { EVENT_SERVICE_SIGNATURE_VERSION: '7' })]),
  carried(
    '5',
    'Signature',
    ['EVENT_SERVICE_PRIVATE_KEY', 'EVENT_SERVICE_SIGNATURE_TEMPLATE', 'EVENT_SERVICE_SIGNATURE_ALGORITHM'],
    [
      // md5 of "v1 the private key"; hmac-md5 of the same under the key "the private key".
      sends('Signature', '100dd660620bb31cb7c05e2ff04ab708', signing),
      sends('Signature', '03147492476626a6466d2c532c7ddcf5', { ...signing, EVENT_SERVICE_SIGNATURE_ALGORITHM: 'hmac-md5' }),
      sends('Signature', (value: unknown) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)),
    ],
    'Or the module of `EVENT_SERVICE_SIGNER_MODULE`: the rule of the signature is not known.',
  ),
];

function isNow(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(Number(value) - Date.now() / 1000) < 60;
}
