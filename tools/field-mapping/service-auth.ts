import { pathOf } from './paths.js';
import { carried, type Proof, type Row } from './row.js';

const path = pathOf('4.9');

/** A proof that reads tickets with these settings and checks the member of Service-Auth. */
const sends = (name: string, value: unknown, settings: Readonly<Record<string, string>> = {}, activity = '1001'): Proof => ({
  query: `{ activity(id: "${activity}") { tickets { name } } }`,
  replies: { [path]: { code: 1, msg: 'success', data: [] } },
  settings,
  arrives: { path, in: 'Service-Auth', name, value },
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
