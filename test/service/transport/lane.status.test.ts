/* What the status of a reply and its Retry-After mean. */

import { retryAfterMs } from '../../../src/service/transport/lane.js';

const now = Date.UTC(2026, 3, 1, 8, 0, 0);
const body = Buffer.from('{"code":1}');

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 5 ', 5_000],
  ['Wed, 01 Apr 2026 08:00:30 GMT', 30_000],
  ['Wed, 01 Apr 2026 07:00:00 GMT', 0],
  ['86400', 86_400_000],
  ['999999999', 86_400_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
  ['-1', undefined],
  ['1.5', undefined],
  ['99999999999', undefined],
  ['2026-04-01', undefined],
  ['soon', undefined],
  ['Wed, soon', undefined],
  ['', undefined],
  [['1', '2'], undefined],
  [undefined, undefined],
])('Retry-After %j is %p ms', (written, expected) => {
  expect(retryAfterMs({ status: 429, headers: { 'retry-after': written }, body }, now)).toBe(expected);
});

test('a date in Retry-After is by the clock of the service, which the reply states', () => {
  const headers = { 'retry-after': 'Wed, 01 Apr 2026 07:00:20 GMT', date: 'Wed, 01 Apr 2026 07:00:00 GMT' };
  expect(retryAfterMs({ status: 503, headers, body }, now)).toBe(20_000);
});
