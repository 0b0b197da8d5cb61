import { carried, leftOut, type CarriedRow, type Row } from './row.js';

export interface AnsweredRead {
  readonly path: string;
  readonly query: string;
  /** The field of the answer's data that the operation fills. */
  readonly field: string;
  /** A successful answer in which that field is not null. */
  readonly success: Readonly<Record<string, unknown>>;
}

/** The rows of code and msg of an operation that reads: 1 gives the field, 0 an error with the service's own words. */
export function answerRows(
  section: string,
  { path, query, field, success }: AnsweredRead,
): { code: CarriedRow; msg: CarriedRow; withoutMsg: readonly CarriedRow[] } {
  const refused = { [path]: { code: 0, msg: `No, not ${section}.`, data: [] } };
  const code = carried(
    `${section} answer`,
    'code',
    ['extensions.code'],
    [
      { query, answers: refused, fails: { code: 'UPSTREAM_REJECTED', 'upstream.operation': path }, reads: { [field]: null } },
      { query, answers: { [path]: success }, reads: { [field]: isThere } },
    ],
    '1 is the data, 0 is `UPSTREAM_REJECTED`.',
  );
  const msg = carried(
    `${section} answer`,
    'msg',
    ['extensions.upstream.message'],
    [{ query, answers: refused, fails: { 'upstream.message': `No, not ${section}.` } }],
    'Of a failure, masked; a success speaks for itself.',
  );
  return { code, msg, withoutMsg: [code] };
}

/** For expectations: any value but none. */
export function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}

const urlReason = '§1 gives `url` a meaning on the add-attendee operation, §4.11 on single sign-on; here it has none.';
const timeReason = '§1 calls it a Unix timestamp and does not say of what; it is part of the envelope, not of the data.';

/** url and time of an operation for which the interface gives them no meaning. */
export function meaninglessUrlAndTime(section: string): readonly Row[] {
  return [leftOut(`${section} answer`, 'url', urlReason), leftOut(`${section} answer`, 'time', timeReason)];
}

const goods = '/api/goods/data';
const goodsQuery = '{ activity { goods { name } } }';
const oneOfGoods = { code: 1, msg: 'success', data: [{ id: 1, name: 'Pin', num: 1, sold_num: 0, money: '1.00' }] };

/** §1: the members that most operations share; each operation's own rows tell the rest. */
export const envelopeRows: readonly Row[] = [
  carried(
    '1',
    'code',
    ['extensions.code'],
    [
      {
        query: goodsQuery,
        answers: { [goods]: { code: 0, msg: 'No.' } },
        fails: { code: 'UPSTREAM_REJECTED' },
        reads: { 'activity.goods': null },
      },
      { query: goodsQuery, answers: { [goods]: oneOfGoods }, reads: { 'activity.goods.0.name': 'Pin' } },
    ],
  ),
  carried(
    '1',
    'msg',
    ['extensions.upstream.message'],
    [
      {
        query: goodsQuery,
        answers: { [goods]: { code: 0, msg: 'The event is over.' } },
        fails: { 'upstream.message': 'The event is over.' },
      },
    ],
  ),
  carried(
    '1',
    'data',
    ['Activity.goods'],
    [{ query: goodsQuery, answers: { [goods]: oneOfGoods }, reads: { 'activity.goods': [{ name: 'Pin' }] } }],
    'Every operation has its own; see there.',
  ),
  carried(
    '1',
    'url',
    ['SsoLogin.url'],
    [
      {
        query: 'mutation { ssoLogin(input: { mobile: "10000700001" }) { login { url } } }',
        answers: {
          '/api/participant/sso_login': {
            code: 1,
            url: 'https://event.example/in',
            data: { sso_token: 't', sso_state: 's', expire_date: 1 },
          },
        },
        reads: { 'ssoLogin.login.url': 'https://event.example/in' },
      },
    ],
    'Where it has a meaning: here and in §4.2.',
  ),
  leftOut('1', 'time', timeReason),
];
