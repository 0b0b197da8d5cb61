import { pathOf } from './paths.js';
import { carried, leftOut, type CarriedRow, type Row } from './row.js';

export interface ReadRows {
  readonly path: string;
  readonly query: string;
  /** The path of the field in the response data that the reply fills. */
  readonly field: string;
  /** A successful reply, with which that field is not null. */
  readonly success: Readonly<Record<string, unknown>>;
}

/** The rows of `code` and `msg` of a read. Code 1 fills the field; code 0 is an error with the service's message. */
export function replyRows(
  section: string,
  { path, query, field, success }: ReadRows,
): { code: CarriedRow; msg: CarriedRow; withoutMsg: readonly CarriedRow[] } {
  const refused = { [path]: { code: 0, msg: `No, not ${section}.`, data: [] } };
  const code = carried(
    `${section} reply`,
    'code',
    ['extensions.code'],
    [
      { query, replies: refused, fails: { code: 'UPSTREAM_REJECTED', 'upstream.operation': path }, reads: { [field]: null } },
      { query, replies: { [path]: success }, reads: { [field]: isThere } },
    ],
  );
  const msg = carried(
    `${section} reply`,
    'msg',
    ['extensions.upstream.message'],
    [{ query, replies: refused, fails: { 'upstream.message': `No, not ${section}.` } }],
  );
  return { code, msg, withoutMsg: [code] };
}

/** An expectation: the value is neither null nor undefined. */
export function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}

const urlReason = 'no meaning is documented here.';
const timeReason = 'its meaning is not known.';

/** The rows of `url` and `time` of an endpoint for which the interface gives them no meaning. */
export function meaninglessUrlAndTime(section: string): readonly Row[] {
  return [leftOut(`${section} reply`, 'url', urlReason), leftOut(`${section} reply`, 'time', timeReason)];
}

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
  leftOut('1', 'time', timeReason),
];
